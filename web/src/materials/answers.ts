// The engine's results for a worksheet and its answer key.
import { errorText } from '../engine/error-text';
import { gradableItems, type GradableItem } from '../classroom/items';
import { digits } from '../charts/format';
import type { Client } from '../engine/client';
import { hexadecimal, sha256 } from '../lab/hash';
import type { Draw, Feedback, Lab, Question } from '../lab/types';
import { unitName } from '../lab/units';
import { amount } from '../lab/words';
import { expressionInUnit } from '../player/comparison';
import { rightNumber } from '../player/right-number';
import { comparePredictions } from '../teach/class-predictions';
import type { CurveClass } from '../teach/predictions';

/** The computed answer to a prediction or question. */
export interface ItemAnswer {
  /** The draws with the number of this worksheet as their only value. */
  draws: readonly Draw[];
  /** The right number with its unit. */
  right?: string;
  /** For each piece of feedback on numbers near a value, that value. */
  near: readonly (string | undefined)[];
  /** The curves of the model and of the source. */
  curve?: CurveClass;
  /** The reason why the engine could not compute the answer; a sentence without its full stop. */
  problem?: string;
}

/** Returns the engine's seed for a seed that a teacher typed; without a seed, draws have their first values. */
export const engineSeed = (seed: string): string | undefined =>
  seed === '' ? undefined : hexadecimal(sha256(`pathlength worksheet ${seed}`));

/**
 * Returns the numbers in a condition such as `near(2 * 3 ms, 5 %) or near(12 ms, 5 %)`, as expressions; none if the
 * condition has other parts.
 */
export function nearIn(condition: string): string[] {
  const found: string[] = [];
  let rest = condition.trim();
  while (rest.startsWith('near(')) {
    let depth = 0;
    let comma = 0;
    let end = 0;
    for (let at = 4; at < rest.length && end === 0; at++) {
      if (rest[at] === '(') depth++;
      else if (rest[at] === ',' && depth === 1) comma = at;
      else if (rest[at] === ')' && --depth === 0) end = at;
    }
    if (end === 0 || comma === 0) return [];
    found.push(rest.slice(5, comma).trim());
    rest = rest.slice(end + 1).trim();
    if (rest === '') return found;
    const or = /^or\s+/.exec(rest)?.[0];
    if (or === undefined) return [];
    rest = rest.slice(or.length);
  }
  return [];
}

/** Returns the numbers near which a question expects wrong answers. */
async function nearNumbers(
  engine: Client,
  { answer, draws = [], feedback }: Question,
  drawn: Readonly<Record<string, number>>,
): Promise<(string | undefined)[]> {
  if (answer.kind !== 'number') return feedback.map(() => undefined);
  const known = Object.fromEntries(draws.map(({ name, unit }) => [name, { value: drawn[name] ?? NaN, unit }]));
  const one = async ({ to }: Feedback): Promise<string | undefined> => {
    const near = to.kind === 'when' ? nearIn(to.condition) : [];
    if (near.length === 0) return undefined;
    try {
      const inUnit = near.map((one) => expressionInUnit(answer.unit, one));
      const values = (await engine.ask('calculate', [inUnit, known])).map(({ value }) => value);
      if (!values.every(Number.isFinite)) return undefined;
      return `${values.map((value) => digits(value)).join(' or ')} ${unitName(answer.unit)}`.trim();
    } catch {
      // Without values, the condition itself is shown.
      return undefined;
    }
  };
  return Promise.all(feedback.map(one));
}

async function answerTo(engine: Client, lab: Lab, item: GradableItem, seed: string | undefined): Promise<ItemAnswer> {
  if (item.kind === 'predict') {
    const { content, problem } = await comparePredictions(engine, lab, item, [], 0);
    if (problem !== undefined) return { draws: [], near: [], problem };
    if (content?.kind === 'curve') return { draws: [], near: [], curve: content };
    if (content?.kind !== 'number') return { draws: [], near: [] };
    return { draws: [], near: [], right: `${amount(content.right, content.unit)} (${content.origin})` };
  }
  const { block } = item;
  const drawn = block.draws?.length ? await engine.ask('draw', [block, seed]) : {};
  const draws = (block.draws ?? []).map((draw) => ({ ...draw, values: [drawn[draw.name] ?? NaN] }));
  const right = await rightNumber({ engine, seed }, block);
  return { draws, near: await nearNumbers(engine, block, drawn), ...(right && { right }) };
}

/** Computes the answers to all predictions and questions of a lab, which the engine has opened. */
export async function answersOf(engine: Client, lab: Lab, seed: string): Promise<Map<string, ItemAnswer>> {
  const answers = new Map<string, ItemAnswer>();
  for (const item of gradableItems(lab)) {
    try {
      answers.set(item.id, await answerTo(engine, lab, item, engineSeed(seed)));
    } catch (error) {
      const problem = errorText(error);
      answers.set(item.id, { draws: [], near: [], problem });
    }
  }
  return answers;
}

/** Returns whether a lab draws numbers, so that a worksheet has a seed. */
export const drawsNumbers = (lab: Lab): boolean =>
  gradableItems(lab).some((item) => item.kind === 'question' && (item.block.draws?.length ?? 0) > 0);
