import { allBlocks, blocksOf } from './blocks.ts';
import { significantFigures } from './significant-figures.ts';
import type { Answer, Block, Description, Guess, Lab, Parameter, RecordedSummary } from './types';

/** An interactive part of the page. */
export type Part = Extract<Block, { id: string } | { kind: 'reveal' }>;

const kinds = ['predict', 'reveal', 'question', 'chart', 'control', 'table', 'breakdown', 'model'] as const;
export type PartKind = (typeof kinds)[number];

export const isPart = (block: Block): block is Part => (kinds as readonly string[]).includes(block.kind);

/** Returns the element id of a part's place in the page. Lab ids have no colons, so no block has the id of a reveal. */
export const placeOf = (part: Part): string => (part.kind === 'reveal' ? `reveal:${part.after}` : part.id);

/** A prediction or a question. */
export type GradableBlock = Extract<Block, { kind: 'predict' | 'question' }>;

const isGradable = (block: Block): block is GradableBlock => block.kind === 'predict' || block.kind === 'question';

/** The file of a lab that its page fetches when the reader reaches the first question. */
export interface GradingFile {
  blocks: Record<string, GradableBlock>;
  description?: Description;
}

export const gradingFile = (lab: Lab): GradingFile => ({
  blocks: gradableBlocks(lab),
  ...(lab.description && { description: untitled(lab.description) }),
});

/** Returns all predictions and questions by id, without their prompts, which are in the page. */
export const gradableBlocks = (lab: Lab): Record<string, GradableBlock> =>
  Object.fromEntries(
    blocksOf(lab)
      .filter(isGradable)
      .map((block) => [block.id, { ...block, ask: [] }]),
  );

/** Returns the form of an answer, without words or the correct answer, but with the required significant figures. */
const form = <T extends Guess | Answer>(how: T): T =>
  how.kind === 'choice'
    ? { ...how, choices: how.choices.map(({ id }) => ({ id, right: false, text: [] })) }
    : how.kind === 'number'
      ? {
          ...how,
          ...('value' in how
            ? { value: '', tolerance: significantFigures(how.tolerance) ? how.tolerance : '' }
            : { answer: '' }),
        }
      : how;

/** Returns a part as the page needs it at first, without text: the page contains the text or fetches it later. */
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

/** Returns a model's description without the text that only the compiler needs. */
const untitled = ({ settings, outputs }: Description): Description => ({
  settings: settings.map((setting) => ({ ...setting, title: '' })),
  outputs: outputs.map((output) => ({ ...output, title: '', terms: '', half_width: '' })),
});

/** Rounds a number to four digits, enough for display. */
const brief = (value = NaN): number => Number(value.toPrecision(4));

/**
 * Returns the part of a record that the page does not compute: the errors of the baseline, and whether the fit is
 * saturated.
 */
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

/**
 * Returns a rule for roles with an empty text in place of its reason, if it has one: `cellWords` fetches the reason.
 */
const unsaid = <T extends { because?: string; from?: string }>({ because, from: _, ...rule }: T) => ({
  ...rule,
  ...(because !== undefined && { because: '' }),
});

/** Returns a table without text that only the details of a cell show, and with the recorded errors of the baseline. */
const untraced = ({ baseline: _, recorded, roles, ...table }: Lab['tables'][number]): Lab['tables'][number] => ({
  ...unsaid(table),
  ...(table.chosen_in_view !== undefined && { chosen_in_view: '' }),
  ...(roles && { roles: roles.map(unsaid) }),
  ...fromRecord(recorded),
});

/** Returns the settings on the axes of charts whose titles are only in the model's description. */
function axesOf({ description, ...lab }: Lab): Pick<Lab, 'description'> {
  const blocks = blocksOf(lab);
  const axes = new Set(blocks.map((block) => (block.kind === 'chart' ? block.x : undefined)));
  for (const block of blocks) if (block.kind === 'control') axes.delete(block.setting);
  for (const { row } of lab.tables) axes.delete(row.key);
  const settings = description?.settings.filter(({ name }) => axes.has(name)) ?? [];
  return settings.length > 0 ? { description: { settings, outputs: [] } } : {};
}

/**
 * Returns the lab as a prerendered page needs it at first. Prose and parameter titles are already in the page. The rest
 * of the model's description arrives with the questions, and the record of the fit with the first interval.
 */
export const lean = (lab: Lab): Lab => ({ ...undescribed(lab), ...axesOf(lab) });

/** Returns the lab without the model's description, the record of the fit, and most text. */
function undescribed({ description: _, fit: __, recorded, ...lab }: Lab): Lab {
  const needed = ({
    start: _,
    step: __,
    interval: ___,
    determined: ____,
    neutral: _5,
    mechanism: _6,
    ...own
  }: Parameter) => own;
  const untitledParameter = ([name, parameter]: [string, Parameter]): [string, Parameter] => [
    name,
    { ...needed(parameter), title: '', source: '' },
  ];
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
