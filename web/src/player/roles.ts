import type { Origin, Provenance, Role } from '../lab/types';

/** The suffix for the name of a cell's role if the cell was known when an assumption was made. */
export const inViewWords = ', known when an assumption was made';

/** The name and the meaning of a cell's role. */
export const roleNames: Record<Role, { name: string; meaning: string }> = {
  baseline: { name: 'baseline', meaning: 'taken from the source, not reproduced' },
  fit: { name: 'fit', meaning: 'may be used to fit parameters' },
  held_out: { name: 'held out', meaning: 'never used in a fit, so its error is a test of the model' },
  predicted: { name: 'predicted', meaning: 'no published value, only the model’s' },
  missing: { name: 'missing', meaning: 'empty in the source' },
  damaged: { name: 'damaged', meaning: 'unreadable or doubtful in the source' },
  measured: { name: 'published only', meaning: 'not computed by the model' },
  identity: { name: 'arithmetic', meaning: 'follows from other published cells, so it tests nothing new' },
  input: { name: 'input', meaning: 'an input of the model, so its error tests nothing' },
  built_in: { name: 'built in', meaning: 'the same for all parameter values' },
  inherited: { name: 'from another lab', meaning: 'the same cell as in another lab, where it is counted' },
  claim: { name: 'claim in words', meaning: 'a bound that this lab derives from a sentence in the source' },
};

/** The names of parameter sources, as in lab files. */
export const provenanceTitles: Record<Provenance, string> = {
  published: 'published',
  documented: 'documented',
  derived: 'derived',
  assumed: 'assumed',
  fitted: 'fitted',
  inherited: 'inherited',
};

export const provenanceNames: Record<Provenance, string> = {
  published: 'printed in the lab’s own source',
  documented: 'stated in another document, which is cited',
  derived: 'computed from published or documented values',
  assumed: 'chosen by the authors, for the reason given',
  fitted: 'chosen so that the model best matches the cells with the role “fit”',
  inherited: 'fitted in another lab and reused here',
};

/** Descriptions of the sources of numbers in running text. */
export const originNames: Record<Origin | Provenance, string> = {
  published: 'printed in the source',
  documented: 'stated in another document',
  derived: 'computed from other numbers',
  assumed: 'assumed',
  fitted: 'fitted to measurements',
  inherited: 'fitted to measurements in another lab',
  model: 'computed by the model',
};
