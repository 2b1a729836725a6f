// The outcome of a student's work, computed from its log as in the check: a question once answered correctly stays
// correct.
import type { UnsealedSubmission } from '../format';
import type { GradableItem } from '../items';
import { maxPointsOf } from '../rules';
import { rounded, shareOf, type Outcome } from './platform';

/** Returns the items for which a log has an answer or a prediction. */
function answeredIn({ events }: UnsealedSubmission): ReadonlySet<string> {
  const ids = events.flatMap((event) =>
    event.k === 'answer' ? event.question : event.k === 'predict' ? event.block : [],
  );
  return new Set(ids);
}

/** Returns the outcome of a submission; `pass` is the passing share of the points, if there is one. */
export function outcomeOf(work: UnsealedSubmission, items: readonly GradableItem[], pass: number | undefined): Outcome {
  const answered = answeredIn(work);
  const outcome: Outcome = {
    points: work.claimed.points,
    maxPoints: maxPointsOf(work.assignment, items),
    answered: items.filter(({ id }) => answered.has(id)).length,
    counted: items.length,
    verdict: undefined,
    spentMs: work.events.at(-1)?.t ?? 0,
  };
  const share = shareOf(outcome);
  if (share === undefined || pass === undefined) return outcome;
  // Both shares are rounded, because the platform compares rounded shares.
  if (rounded(share) >= rounded(pass)) return { ...outcome, verdict: 'passed' };
  return outcome.answered === outcome.counted ? { ...outcome, verdict: 'failed' } : outcome;
}
