import { allBlocks, blocksOf } from './blocks.ts';
import type { Answer, Block, Description, Guess, Lab, Parameter, RecordedSummary } from './types';

/** A part of the page that answers: its block, and the place in the page that it takes. */
export type Part = Extract<Block, { id: string } | { kind: 'reveal' }>;

const kinds = ['predict', 'reveal', 'question', 'chart', 'control', 'table', 'breakdown', 'model'] as const;
export type PartKind = (typeof kinds)[number];

export const isPart = (block: Block): block is Part => (kinds as readonly string[]).includes(block.kind);

/** The name of a part's place in the page. Ids have no colons, so the page's own places cannot be mistaken for them. */
export const placeOf = (part: Part): string => (part.kind === 'reveal' ? `reveal:${part.after}` : part.id);

/** A prediction or a question. */
export type GradableBlock = Extract<Block, { kind: 'predict' | 'question' }>;

const isGradable = (block: Block): block is GradableBlock => block.kind === 'predict' || block.kind === 'question';

/** The file of a lab that its page fetches when a reader comes to the first question. */
export interface GradingFile {
  blocks: Record<string, GradableBlock>;
  description?: Description;
}

export const gradingFile = (lab: Lab): GradingFile => ({
  blocks: gradableBlocks(lab),
  ...(lab.description && { description: untitled(lab.description) }),
});

/** All predictions and questions by id, without their text, which is in the page. */
export const gradableBlocks = (lab: Lab): Record<string, GradableBlock> =>
  Object.fromEntries(
    blocksOf(lab)
      .filter(isGradable)
      .map((block) => [block.id, { ...block, ask: [] }]),
  );

/** The form of an answer, without words and without the right one. */
const form = <T extends Guess | Answer>(how: T): T =>
  how.kind === 'choice'
    ? { ...how, choices: how.choices.map(({ id }) => ({ id, right: false, text: [] })) }
    : how.kind === 'number'
      ? { ...how, ...('value' in how ? { value: '', tolerance: '' } : { answer: '' }) }
      : how;

/** A part as the page needs it at first. Questions come with the part; prose is in the page already. */
function bare(part: Part): Part {
  switch (part.kind) {
    case 'predict':
      return {
        kind: 'predict',
        id: part.id,
        ask: [],
        guess: form(part.guess),
        hints: (part.hints ?? []).map(() => []),
      };
    case 'question':
      return {
        kind: 'question',
        id: part.id,
        ask: [],
        answer: form(part.answer),
        points: part.points,
        feedback: part.feedback.map(() => ({ to: { kind: 'wrong' }, blocks: [] })),
        hints: (part.hints ?? []).map(() => []),
      };
    case 'reveal':
      return { ...part, blocks: [] };
    default:
      return part;
  }
}

const parts = (blocks: readonly Block[]): Block[] => allBlocks(blocks).filter(isPart).map(bare);

/** A model's description without the words that only the compiler needs. */
const untitled = ({ settings, outputs }: Description): Description => ({
  settings: settings.map((setting) => ({ ...setting, title: '' })),
  outputs: outputs.map((output) => ({ ...output, title: '', terms: '', half_width: '' })),
});

/** A number with four digits: enough to be shown. */
const brief = (value = NaN): number => Number(value.toPrecision(4));

/** The part of a record that the page does not compute: the errors of the baseline, and whether the fit is saturated. */
function fromRecord({ baseline, saturated }: RecordedSummary = {}): Pick<Lab, 'recorded'> {
  if (!baseline && !saturated) return {};
  const errors = baseline && {
    kind: baseline.kind,
    cells: baseline.cells,
    median_error: brief(baseline.median_error),
    max_error: brief(baseline.max_error),
  };
  return { recorded: { ...(errors && { baseline: errors }), ...(saturated && { saturated }) } };
}

/** A rule for roles without its reason. That there is one is kept: `cellWords` fetches it. */
const unsaid = <T extends { because?: string; from?: string }>({ because, from: _, ...rule }: T) => ({
  ...rule,
  ...(because !== undefined && { because: '' }),
});

/** A table without the words that only the details of a cell have, and with what its record says of the baseline. */
const untraced = ({ baseline: _, recorded, roles, ...table }: Lab['tables'][number]): Lab['tables'][number] => ({
  ...unsaid(table),
  ...(table.chosen_in_view !== undefined && { chosen_in_view: '' }),
  ...(roles && { roles: roles.map(unsaid) }),
  ...fromRecord(recorded),
});

/**
 * The lab as a prerendered page needs it at first: prose and parameter titles are in the page already, the model's
 * description comes with the questions, and the record of the fit with the first interval.
 */
export function lean({ description: _, fit: __, recorded, ...lab }: Lab): Lab {
  const untitledParameter = ([name, { start: _, step: __, interval: ___, determined: ____, ...parameter }]: [
    string,
    Parameter,
  ]): [string, Parameter] => [name, { ...parameter, title: '', source: '' }];
  return {
    ...lab,
    summary: '',
    sources: {},
    tables: lab.tables.map(untraced),
    ...fromRecord(recorded),
    parameters: Object.fromEntries(Object.entries(lab.parameters).map(untitledParameter)),
    introduction: parts(lab.introduction),
    steps: lab.steps.map((step) => ({ ...step, blocks: parts(step.blocks) })),
  };
}
