// What a lab asks and what it lets its readers set, for lists of them.
import { allBlocks, blocksOf } from '../lab/blocks';
import type { Block, Control, Inline, Lab, Predict, Question, Setting, Step } from '../lab/types';

/** A prediction or a question, and where it stands. */
export type Asked = {
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

const most = 110;

/** The first words of what is asked; a drawn number, which differs from reader to reader, is left out. */
export function firstWords(ask: readonly Block[]): string {
  const paragraph = allBlocks(ask).find((block) => block.kind === 'paragraph');
  const words = paragraph ? plain(paragraph.text) : '';
  if (words.length <= most) return words;
  return `${words.slice(0, words.lastIndexOf(' ', most))} …`;
}

const askedIn = (step: Step): Asked[] =>
  allBlocks(step.blocks).flatMap((block): Asked[] => {
    if (block.kind !== 'predict' && block.kind !== 'question') return [];
    const at = { id: block.id, words: firstWords(block.ask), step };
    return [block.kind === 'predict' ? { ...at, kind: block.kind, block } : { ...at, kind: block.kind, block }];
  });

/** Everything that a lab asks, in the order of reading. */
export const askedBy = (lab: Lab): Asked[] => lab.steps.flatMap(askedIn);

/** The same by steps, those that ask nothing left out. */
export const askedBySteps = (lab: Lab): { step: Step; asked: Asked[] }[] =>
  lab.steps.map((step) => ({ step, asked: askedIn(step) })).filter(({ asked }) => asked.length > 0);

/** A control for each setting that a lab has one for. */
export function controlsOf(lab: Lab): Control[] {
  const bySetting = new Map<string, Control>();
  for (const block of blocksOf(lab))
    if (block.kind === 'control' && !bySetting.has(block.setting)) bySetting.set(block.setting, block);
  return [...bySetting.values()];
}

/** Whether a setting has a control that could have been brought to a value. */
export function fits(controls: readonly Control[], setting: string, value: Setting): boolean {
  const input = controls.find((control) => control.setting === setting)?.input;
  switch (input?.kind) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= input.least &&
        value <= input.greatest &&
        (!input.whole || Number.isInteger(value))
      );
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

/** A setting's value as its control shows it. */
export function shown({ input }: Control, value: Setting | undefined): string {
  if (input.kind === 'number' || input.kind === 'one_of')
    return `${Number(value).toLocaleString('en-GB')} ${input.unit}`.trim();
  if (input.kind === 'word') return input.options.find(({ word }) => word === value)?.title ?? String(value);
  return value === true ? 'on' : 'off';
}
