// The rules of an assignment: points, attempts, and the cost of wrong answers. `pathlength check` applies the same
// rules, in engine/lab/src/submission/points.rs.
import type { LogEvent } from '../session/log';
import type { Assignment } from './format';
import type { GradableItem } from './items';
import { plural } from './words';

/** Returns the points for an item: those in the assignment, or else those in the lab, where predictions have none. */
export const pointsOf = ({ points = {} }: Assignment, item: GradableItem): number =>
  (Object.hasOwn(points, item.id) ? points[item.id] : undefined) ?? (item.kind === 'question' ? item.block.points : 0);

/** Rounds a sum of points to hundredths, the unit in which points are computed. */
const inHundredths = (points: number): number => Math.round(points * 100) / 100;

/** Returns the sum of points. */
export const sum = (points: readonly number[]): number => inHundredths(points.reduce((total, one) => total + one, 0));

/** Returns the maximum points for some items. */
export const maxPointsOf = (assignment: Assignment, items: readonly GradableItem[]): number =>
  sum(items.map((item) => pointsOf(assignment, item)));

/** Returns the points for a right answer after some wrong answers; `max` is the maximum. */
export const pointsAfter = ({ cost = 0 }: Assignment, max: number, wrong: number): number =>
  (max * Math.max(0, 100 - Math.round(cost * 100) * wrong)) / 100;

/** Returns whether an answer counts after the given number of earlier answers. */
export const counts = ({ attempts = Infinity }: Assignment, earlier: number): boolean => earlier < attempts;

/** Returns whether an assignment has rules that differ from those of the lab. */
const hasRules = ({ points, attempts, cost }: Assignment): boolean =>
  points !== undefined || attempts !== undefined || cost !== undefined;

/** The state of a counted question under the rules. */
export interface Standing {
  /** Points, attempts left, and the cost of the next wrong answer, in words. */
  words: string;
  /** Whether no further answer counts. */
  over: boolean;
}

/**
 * Returns a function that determines the state of a counted question by its id; undefined if the assignment has no
 * rules. Answers are counted from the log, because a reset of a step does not restore attempts.
 */
export function standings(
  assignment: Assignment,
  counted: readonly GradableItem[],
): ((id: string, log: readonly LogEvent[]) => Standing | undefined) | undefined {
  if (!hasRules(assignment)) return undefined;
  const { attempts, cost = 0 } = assignment;
  const byId = new Map(counted.map((item) => [item.id, item]));
  return (id, log) => {
    const item = byId.get(id);
    if (!item) return undefined;
    const max = pointsOf(assignment, item);
    const used = log.filter((event) => event.k === 'answer' && event.question === id).length;
    const left = attempts === undefined ? Infinity : Math.max(0, attempts - used);
    const words = [
      plural(max, 'point', 'points'),
      ...(left === 0
        ? ['no attempts left']
        : left < Infinity
          ? [`${left} of ${plural(attempts ?? 0, 'attempt', 'attempts')} left`]
          : []),
      ...(cost > 0 && max > 0 && left > 1
        ? [`a wrong answer costs ${plural(inHundredths(max * cost), 'point', 'points')}`]
        : []),
    ];
    return { words: words.join('; '), over: left === 0 };
  };
}

/** Returns the rules in sentences for students and teachers; empty if the lab's rules apply. */
export function ruleSentences({ points, attempts, cost = 0 }: Assignment): string[] {
  return [
    ...(points === undefined ? [] : ['Points differ from the lab’s: each question shows its points.']),
    ...(attempts === undefined
      ? []
      : [
          attempts === 1
            ? 'Only the first answer to each question counts.'
            : `Only the first ${attempts} answers to each question count.`,
        ]),
    ...(cost > 0 && attempts !== 1
      ? [`Each wrong answer costs ${Math.round(cost * 100)} % of the question’s points.`]
      : []),
  ];
}
