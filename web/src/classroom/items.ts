// Predictions, questions, and settings of a lab, for use in lists.
import { allDigits, type Words } from '../language';
import { allBlocks, blocksOf } from '../lab/blocks';
import type { Block, Control, Inline, Lab, Predict, Question, Setting, Step } from '../lab/types';
import { unitName } from '../lab/units';

/** A prediction or a question, with its step. */
export type GradableItem = {
  id: string;
  /** Its first words. */
  words: string;
  step: Step;
} & ({ kind: 'predict'; block: Predict } | { kind: 'question'; block: Question });

const plain = (text: readonly Inline[]): string =>
  text
    .map((inline) => {
      if (inline.kind === 'break') return ' ';
      if (inline.kind === 'drawn') return '…';
      return typeof inline.text === 'string' ? inline.text : plain(inline.text);
    })
    .join('');

const MAX_EXCERPT_CHARS = 110;

/** Returns the first words of a question, without its drawn numbers, which differ between readers. */
export function excerpt(ask: readonly Block[]): string {
  const paragraph = allBlocks(ask).find((block) => block.kind === 'paragraph');
  const words = paragraph ? plain(paragraph.text) : '';
  if (words.length <= MAX_EXCERPT_CHARS) return words;
  return `${words.slice(0, words.lastIndexOf(' ', MAX_EXCERPT_CHARS))} …`;
}

const itemsOfStep = (step: Step): GradableItem[] =>
  allBlocks(step.blocks).flatMap((block): GradableItem[] => {
    if (block.kind !== 'predict' && block.kind !== 'question') return [];
    const at = { id: block.id, words: excerpt(block.ask), step };
    return [block.kind === 'predict' ? { ...at, kind: block.kind, block } : { ...at, kind: block.kind, block }];
  });

/** Returns all predictions and questions of a lab in reading order. */
export const gradableItems = (lab: Lab): GradableItem[] => lab.steps.flatMap(itemsOfStep);

/** Returns all predictions and questions by step, without steps that have none. */
export const itemsByStep = (lab: Lab): { step: Step; asked: GradableItem[] }[] =>
  lab.steps.map((step) => ({ step, asked: itemsOfStep(step) })).filter(({ asked }) => asked.length > 0);

/** Returns the first control for each setting. */
export function controlsOf(lab: Lab): Control[] {
  const bySetting = new Map<string, Control>();
  for (const block of blocksOf(lab))
    if (block.kind === 'control' && !bySetting.has(block.setting)) bySetting.set(block.setting, block);
  return [...bySetting.values()];
}

/** Returns whether a setting has a control that accepts a value. */
export function canSet(controls: readonly Control[], setting: string, value: Setting): boolean {
  const input = controls.find((control) => control.setting === setting)?.input;
  switch (input?.kind) {
    case 'number': {
      const { least: min, greatest: max, whole } = input;
      return typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
    }
    case 'one_of':
      return input.values.includes(value as number);
    case 'word':
      return input.options.some(({ word }) => word === value);
    case 'switch':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

/** Returns a setting's value as its control shows it. */
export function settingText({ input }: Control, value: Setting | undefined): string {
  if (input.kind === 'number' || input.kind === 'one_of')
    return `${allDigits(Number(value))} ${unitName(input.unit)}`.trim();
  if (input.kind === 'word') return input.options.find(({ word }) => word === value)?.title ?? String(value);
  return value === true ? ('on' satisfies Words) : ('off' satisfies Words);
}
