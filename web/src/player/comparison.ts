// The values with which a prediction is compared: the model's value and, if there is one, the published value.
import type { Client } from '../engine/client';
import { publishedAt } from '../lab/cells';
import type { Curve, Guess, Lab, Scenario, Setting } from '../lab/types';

/** One point of a prediction: its x in a curve, and the known values in the requested unit. */
export interface ComparisonPoint {
  x?: number;
  model?: number;
  published?: number;
  /** A value computed from published values. */
  derived?: number;
}

/** Returns the source of an answer: a single published value, several published values, or the model. */
const sourceOf = (answer: string): 'published' | 'derived' | 'model' =>
  /^\s*published\s*\([^()]*\)\s*$/.test(answer) ? 'published' : /\bpublished\s*\(/.test(answer) ? 'derived' : 'model';

/**
 * Parses an answer that is a single call of the model, such as `speed(names=5, format=v4)`; undefined for any other
 * answer.
 */
export function parseModelCall(expression: string): { output: string; scenario: Scenario } | undefined {
  const [, output, list] = /^\s*(\w+)\s*\(([\w\s=.,]*)\)\s*$/.exec(expression) ?? [];
  if (output === undefined || list === undefined) return undefined;
  const scenario: Scenario = {};
  for (const pair of list.split(',').filter((text) => text.trim() !== '')) {
    const [name, word] = pair.split('=').map((text) => text.trim());
    if (!name || !word) return undefined;
    scenario[name] = value(word);
  }
  return { output, scenario };
}

const value = (word: string): Setting =>
  word === 'true' || word === 'false' ? word === 'true' : Number.isFinite(Number(word)) ? Number(word) : word;

const curve = (lab: Lab, { x, y, points, scenario }: Curve) =>
  points.map((at) => {
    const wanted = { ...lab.start, ...scenario, [x]: at };
    return { wanted, known: { x: at, ...publishedValue(lab, y, wanted) } };
  });

function publishedValue(lab: Lab, output: string, wanted: Scenario): Pick<ComparisonPoint, 'published'> {
  const published = publishedAt(lab, output, wanted);
  return published === undefined ? {} : { published };
}

/** Returns the published values for a guess. */
export function publishedOf(lab: Lab, guess: Guess): ComparisonPoint[] {
  if (guess.kind === 'curve') return curve(lab, guess).map(({ known }) => known);
  const call = guess.kind === 'number' ? parseModelCall(guess.answer) : undefined;
  return call ? [publishedValue(lab, call.output, { ...lab.start, ...call.scenario })] : [{}];
}

/** Wraps an expression so that its value is a plain number in a unit. In expressions, a unit is one word. */
export const expressionInUnit = (unit: string, expression: string): string =>
  unit === '' || unit === '1' ? expression : `(${expression}) / (1 ${unit.replaceAll(' per ', '/')})`;

/**
 * Returns the published values for a guess, with the model's values. An answer taken from a table is not a model value.
 */
export async function compare(engine: Client, lab: Lab, guess: Guess): Promise<ComparisonPoint[]> {
  const known = publishedOf(lab, guess);
  if (guess.kind === 'choice') return known;
  if (guess.kind === 'curve') {
    const scenarios = curve(lab, guess).map(({ wanted }) => wanted);
    const values = await engine.ask('evaluate', [scenarios, [guess.y]]);
    return known.map((at, i) => ({ ...at, model: values[i] ?? NaN }));
  }
  const [right] = await engine.ask('calculate', [[expressionInUnit(guess.unit, guess.answer)]]);
  const number = right?.value ?? NaN;
  return known.map((at) => ({ ...at, [sourceOf(guess.answer)]: number }));
}
