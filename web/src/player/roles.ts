import type { Origin, Provenance, Role } from '../lab/types';

/** What goes behind the name of a cell's role if something was chosen with the cell in view. */
export const inViewWords = ', chosen in view';

/** The name and the meaning of a cell's role. */
export const roleNames: Record<Role, { name: string; meaning: string }> = {
  baseline: { name: 'baseline', meaning: 'taken over from the source, not reproduced' },
  fit: { name: 'fit', meaning: 'may be used to choose the fitted parameters' },
  held_out: { name: 'held out', meaning: 'never used in a fit, so its error is a test of the model' },
  predicted: { name: 'predicted', meaning: 'no published value; the model’s alone' },
  missing: { name: 'missing', meaning: 'empty in the source' },
  damaged: { name: 'damaged', meaning: 'unreadable or doubtful in the source' },
  measured: { name: 'published only', meaning: 'the model says nothing of it' },
  identity: { name: 'arithmetic', meaning: 'follows from other published cells, so it tests nothing new' },
  input: { name: 'input', meaning: 'goes into the model, so its error tests nothing' },
  built_in: { name: 'built in', meaning: 'the model cannot say anything else' },
  inherited: { name: 'from another lab', meaning: 'the same cell as in another lab, and counted there' },
  claim: { name: 'claim in words', meaning: 'a bound that this lab makes from a sentence of the source' },
};

export const provenanceNames: Record<Provenance, string> = {
  published: 'printed in the lab’s own source',
  documented: 'stated in another document, which is named',
  derived: 'computed from published or documented values',
  assumed: 'chosen by us, for the reason given',
  fitted: 'chosen so that the model meets the cells with the role “fit”',
  inherited: 'fitted in another lab and taken over',
};

/** The origin of a number in running text, in words. */
export const originNames: Record<Origin | Provenance, string> = {
  published: 'printed in the source',
  documented: 'stated in another document',
  derived: 'worked out from other numbers',
  assumed: 'assumed',
  fitted: 'fitted to measurements',
  inherited: 'fitted to measurements in another lab',
  model: 'computed by the model',
};
