// What a prediction is held against: the model's answer, and the published one where there is one.
import type { Client } from '../engine/client';
import { publishedAt } from '../lab/cells';
import type { Curve, Guess, Lab, Scenario, Setting } from '../lab/types';

/** One place of a prediction: its name where there are several, and what is known there, in the unit that was asked for. */
export interface Known {
  x?: number;
  model?: number;
  published?: number;
}

/** The output and the settings of an answer that is a single question to the model, such as `speed(names=5, format=v4)`. */
export function asked(expression: string): { output: string; scenario: Scenario } | undefined {
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
    return { wanted, known: { x: at, ...seen(lab, y, wanted) } };
  });

function seen(lab: Lab, output: string, wanted: Scenario): Pick<Known, 'published'> {
  const published = publishedAt(lab, output, wanted);
  return published === undefined ? {} : { published };
}

/** What is published about a guess. */
export function publishedOf(lab: Lab, guess: Guess): Known[] {
  if (guess.kind === 'curve') return curve(lab, guess).map(({ known }) => known);
  const question = guess.kind === 'number' ? asked(guess.answer) : undefined;
  return question ? [seen(lab, question.output, { ...lab.start, ...question.scenario })] : [{}];
}

/** An expression for the plain number that another one is in a unit. Expressions write units in one word. */
export const numberIn = (unit: string, expression: string): string =>
  unit === '' || unit === '1' ? expression : `(${expression}) / (1 ${unit.replaceAll(' per ', '/')})`;

/** The same, with what the model says. An answer that is taken from a table is not the model's. */
export async function compare(engine: Client, lab: Lab, guess: Guess): Promise<Known[]> {
  const known = publishedOf(lab, guess);
  if (guess.kind === 'choice') return known;
  if (guess.kind === 'curve') {
    const scenarios = curve(lab, guess).map(({ wanted }) => wanted);
    const values = await engine.ask('evaluate', [scenarios, [guess.y]]);
    return known.map((at, i) => ({ ...at, model: values[i] ?? NaN }));
  }
  const [right] = await engine.ask('calculate', [[numberIn(guess.unit, guess.answer)]]);
  const number = right?.value ?? NaN;
  const source = /\bpublished\s*\(/.test(guess.answer) ? 'published' : 'model';
  return known.map((at) => ({ ...at, [source]: number }));
}
