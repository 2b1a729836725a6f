// A question, its correct answer, and the feedback on each answer.
import { significantFigures } from '../significant-figures.ts';
import type { Answer, Block, Draw } from '../types.ts';
import { readParts, type Parts } from './answer-parts.ts';
import type { BlockReader } from './blocks.ts';
import type { Attribute, Directive } from './directive.ts';
import { readFeedback } from './feedback.ts';
import type { BlockContext } from './lesson.ts';
import { number } from './settings.ts';

const numeral = '[-+]?\\d[\\d.]*(?:[eE][-+]?\\d+)?';
const item = `${numeral}(?:\\s+to\\s+${numeral}\\s+step\\s+${numeral})?`;
const listed = new RegExp(`^\\s*(${item}(?:\\s*,\\s*${item})*)\\s*(.*?)\\s*$`, 's');

/** The maximum number of values per draw: each value is part of the compiled lab. */
const MAX_VALUES = 1000;

const decimals = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;

/** Returns the values of a range such as `2000 to 5000 step 500`, or a description of the problem. */
function valuesInRange([from, to, step]: readonly [string, string, string]): number[] | string {
  const [first, last, width] = [Number(from), Number(to), Number(step)];
  const steps = Math.round((last - first) / width);
  if (!(width > 0 && last > first)) return `must be drawn from ${from} upward, in steps above 0`;
  if (Math.abs(first + steps * width - last) > width * 1e-9)
    return `has a range whose steps of ${step} do not end at ${to}: change the step or the end`;
  if (steps >= MAX_VALUES) return `has a range of more than ${MAX_VALUES} values: make the step larger`;
  const digits = Math.max(decimals(from), decimals(step));
  return Array.from({ length: steps + 1 }, (_, i) => Number((first + i * width).toFixed(digits)));
}

/**
 * Returns the values of a draw, or a description of the problem. A range does not repeat a value that is listed before
 * it.
 */
function drawnValues(text: string): number[] | string {
  const values = new Set<number>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const range = /^(\S+)\s+to\s+(\S+)\s+step\s+(\S+)$/.exec(part);
    if (range) {
      const [, from = '', to = '', step = ''] = range;
      const found = valuesInRange([from, to, step]);
      if (typeof found === 'string') return found;
      for (const value of found) values.add(value);
    } else {
      const value = number(part) ?? NaN;
      if (Number.isNaN(value)) return 'must be drawn from at least two numbers';
      if (values.has(value)) return 'has the same number twice: remove one';
      values.add(value);
    }
  }
  return values.size < 2 ? 'must be drawn from at least two numbers' : [...values];
}

/** Reads numbers that differ between readers: `n = 2000, 2500 to 20000 step 500 names; m = 1, 2`. */
function readDraws(directive: Directive, attribute: Attribute | undefined): Draw[] {
  const draws: Draw[] = [];
  for (const part of attribute?.text.split(';') ?? []) {
    const wrong = (message: string): undefined => directive.error(message, attribute?.place);
    const [, name = '', list = ''] = /^\s*([A-Za-z]\w*)\s*=(.*)$/s.exec(part) ?? [];
    if (name === '') {
      wrong('draws must be written as name = value, value unit, with semicolons between draws');
      continue;
    }
    const [, numbers = '', unit = ''] = listed.exec(list) ?? [];
    const values = drawnValues(numbers);
    if (typeof values === 'string') wrong(`${name} ${values}`);
    else if (draws.some((draw) => draw.name === name)) wrong(`${name} is drawn twice: rename one`);
    else draws.push({ name, values, unit });
  }
  return draws;
}

function readAnswer(
  directive: Directive,
  kind: 'number' | 'choice' | 'choices',
  { choices }: Parts,
  draws: readonly Draw[],
): Answer {
  if (kind !== 'number') {
    const right = choices.filter((choice) => choice.right).length;
    if (choices.length > 0 && right === 0) directive.error('no choice is right: add the flag right to a choice');
    if (kind === 'choice' && right > 1) directive.error('several choices are right: write kind=choices');
    return { kind: 'choice', choices, many: kind === 'choices' };
  }
  const unit = directive.needed('unit', '"operations/s"')?.text ?? '';
  const value = directive.expression(directive.needed('answer', 'an-expression'), {
    wanted: { kind: 'quantity', unit },
    draws,
  });
  const needed = directive.needed('tolerance', '"5 %"');
  const ofFigures = /\bsignificant\b/.test(needed?.text ?? '');
  if (needed && ofFigures && significantFigures(needed.text) === undefined)
    directive.error('the tolerance must have 1 to 15 significant figures, as in "3 significant figures"', needed.place);
  const tolerance =
    needed && ofFigures
      ? needed.text.trim()
      : directive.expression(needed, { wanted: { kind: 'quantity', unit, orShare: true }, draws });
  return { kind: 'number', value, unit, tolerance };
}

export function readQuestion(directive: Directive, reader: BlockReader, where: BlockContext): Block | undefined {
  const id = directive.id('question');
  const kind = directive.oneOf('kind', ['number', 'choice', 'choices']);
  const points = directive.number('points') ?? 1;
  const after = directive.said('after');
  const draw = directive.said('draw');
  const draws = readDraws(directive, draw);
  const { lesson, source } = directive;
  if (!Number.isInteger(points) || points < 0 || points > 1000)
    directive.error('points must be a whole number from 0 to 1,000');
  if (after)
    lesson.references.push({
      source,
      place: after.place,
      to: after.text,
      kinds: ['chart', 'control', 'model', 'table', 'predict'],
      order: lesson.next(),
    });
  const inner: BlockContext = { ...where, room: 'question', draws };
  const parts = readParts(directive, reader, inner, {
    choices: kind !== undefined && kind !== 'number',
    feedback: true,
  });
  if (!kind) return undefined;
  const before = lesson.expressions.length;
  const answer = readAnswer(directive, kind, parts, draws);
  const unit = answer.kind === 'number' ? answer.unit : '';
  const feedback = readFeedback(directive, reader, inner, { asks: 'question', kind, parts, unit, draws });
  const block: Block = {
    kind: 'question',
    id,
    ask: parts.ask,
    answer,
    points: Number.isInteger(points) ? Math.max(0, points) : 1,
    ...(draws.length > 0 && { draws }),
    ...(after && { after: after.text }),
    feedback,
    ...(parts.hints.length > 0 && { hints: parts.hints }),
  };
  const words =
    JSON.stringify(block.ask) +
    lesson.expressions
      .slice(before)
      .map(({ text }) => text)
      .join(' ');
  for (const { name } of draws)
    if (!new RegExp(`\\b${name}\\b`).test(words))
      directive.error(
        `"${name}" is drawn and never used: name it in the answer, or as [${name}](draw:${name})`,
        draw?.place,
      );
  return block;
}
