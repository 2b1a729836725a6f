import { digits } from '../charts/format';
import { allDigits } from '../language';
import { significantFigures } from '../lab/significant-figures';
import { unitName } from '../lab/units';
import type { Question } from '../lab/types';
import type { Session } from '../session/session.svelte';
import { expressionInUnit } from './comparison';

/** Returns the correct number of a question with this reader's draws, in the requested unit; empty for a choice. */
export async function rightNumber(
  { engine, seed }: Pick<Session, 'engine' | 'seed'>,
  question: Question,
): Promise<string> {
  const { answer, draws = [] } = question;
  if (answer.kind !== 'number') return '';
  const drawn = draws.length > 0 ? await engine.ask('draw', [question, seed]) : {};
  const known = Object.fromEntries(draws.map(({ name, unit }) => [name, { value: drawn[name] ?? NaN, unit }]));
  const [found] = await engine.ask('calculate', [[expressionInUnit(answer.unit, answer.value)], known]);
  const value = found?.value ?? NaN;
  const figures = significantFigures(answer.tolerance);
  const number = figures
    ? allDigits(value, { minimumSignificantDigits: figures, maximumSignificantDigits: figures })
    : digits(value);
  return `${number} ${unitName(answer.unit)}`.trim();
}
