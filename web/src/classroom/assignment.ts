// Assignments, which links and submissions contain.
import type { Lab, Setting } from '../lab/types';
import type { LabVersion } from '../lab/version';
import { gradableItems, controlsOf, canSet } from './items';
import type { Assignment } from './format';

/** The reason why an assignment cannot be opened: a sentence without its full stop. */
export class NoAssignment extends Error {
  override name = 'NoAssignment';
}

const MAX_TEXT_CHARS = 200;
const MAX_IDS = 200;

type Item = Record<string, unknown>;

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT_CHARS;
/**
 * Returns whether a value is an uncompressed point of P-256 in base64url: 65 bytes, of which the first is 4. Whether
 * the point is on the curve is checked later.
 */
const isPoint = (value: unknown): value is string =>
  typeof value === 'string' && /^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/.test(value);
const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isPoints = (value: unknown): value is Record<string, number> =>
  isItem(value) && Object.keys(value).length <= MAX_IDS && Object.values(value).every(isWhole);
/** Returns whether a value is a share of at most 1 and a whole percentage. */
const isShareInPercent = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-9;
const isSetting = (value: unknown): value is Setting =>
  isText(value) || typeof value === 'boolean' || Number.isFinite(value);

/**
 * Reads an assignment from an untrusted link. The assignment is accepted unchanged or not at all, because the students'
 * numbers are drawn from it; `assignmentProblems` lists the parts that this lab does not support.
 */
export function readAssignment(value: unknown): Assignment {
  const fail = (what: string): never => {
    throw new NoAssignment(`its ${what} cannot be read`);
  };
  if (!isItem(value)) return fail('content');
  const { lab, lab_hash, engine, questions, locked, seed, title, pass, skip, due, key } = value;
  const { points, attempts, cost, opens } = value;
  if (!isText(lab)) return fail('lab');
  if (!isText(lab_hash) || !isText(engine)) return fail('version');
  if (!Array.isArray(questions) || questions.length > MAX_IDS || !questions.every(isText)) return fail('questions');
  if (!isItem(locked) || Object.keys(locked).length > MAX_IDS) return fail('settings');
  const settings = Object.entries(locked).map(([name, setting]) => [name, isSetting(setting) ? setting : fail(name)]);
  if (seed !== 'same' && seed !== 'student') return fail('rule for numbers');
  // If an invalid key were ignored, anyone could read the assignment's submissions.
  if (key !== undefined && !isPoint(key)) return fail('key');
  // If invalid rules were ignored, the scores on the page would differ from the graded scores.
  if (points !== undefined && !isPoints(points)) return fail('points');
  if (attempts !== undefined && !(isWhole(attempts) && attempts > 0)) return fail('number of attempts');
  if (cost !== undefined && !isShareInPercent(cost)) return fail('cost of wrong answers');
  return {
    lab,
    lab_hash,
    engine,
    questions,
    locked: Object.fromEntries(settings) as Record<string, Setting>,
    seed,
    ...(isText(title) && title && { title }),
    ...(typeof pass === 'number' && pass >= 0 && pass <= 1 && { pass }),
    ...(typeof skip === 'boolean' && { skip }),
    ...(isTime(due) && { due }),
    ...(points !== undefined && { points }),
    ...(attempts !== undefined && { attempts }),
    ...(cost !== undefined && { cost }),
    ...(isTime(opens) && { opens }),
    ...(key !== undefined && { key }),
  };
}

/** Returns sentences for the student about differences between an assignment and this page. */
export function assignmentProblems(assignment: Assignment, lab: Lab, here: LabVersion): string[] {
  const problems: string[] = [];
  const other = [
    ...(assignment.lab_hash === here.lab_hash ? [] : ['another version of this lab']),
    ...(assignment.engine === here.engine
      ? []
      : [`version ${assignment.engine} of the engine (this page has version ${here.engine})`]),
  ];
  if (other.length)
    problems.push(
      `This assignment was made with ${other.join(' and ')}. You can work on it, but inform your teacher: grading flags your submission.`,
    );
  const known = new Set(gradableItems(lab).map(({ id }) => id));
  const missing = assignment.questions.filter((id) => !known.has(id));
  if (missing.length)
    problems.push(`The assignment contains items that this lab does not have: ${missing.join(', ')}.`);
  const controls = controlsOf(lab);
  const unsettable = Object.entries(assignment.locked ?? {}).flatMap(([name, value]) =>
    canSet(controls, name, value) ? [] : name,
  );
  if (unsettable.length)
    problems.push(
      `The assignment locks controls at values that this lab does not allow: ${unsettable.join(', ')}. These controls stay unlocked.`,
    );
  return problems;
}

/** Returns the settings of an assignment that a lab can lock. */
export function lockedSettings(lab: Lab, { locked = {} }: Assignment): Record<string, Setting> {
  const controls = controlsOf(lab);
  return Object.fromEntries(Object.entries(locked).filter(([name, value]) => canSet(controls, name, value)));
}
