// Two fits of the same lab, compared.
import { counted, share } from '../charts/format';
import type { Lab } from '../lab/types';
import { errorsByRole, spreadOf } from './errors';
import type { FitRequest, FitResult } from './protocol';

/** Returns the errors of the cells that were left out and predicted; empty if there was no cross-validation. */
export const leftOutErrors = ({ report }: Pick<FitResult, 'report'>): number[] =>
  (report.cross_validation ?? []).flatMap(({ error }) => error ?? []);

/** Returns the changes of a fit in words. */
export function differenceOf({ parameters }: Pick<Lab, 'parameters'>, request: FitRequest): string {
  const { fix = [], free = [], value = [], role = [] } = request;
  const titleOf = (name: string): string => parameters[name]?.title ?? name;
  const fixed = fix.map((text) => {
    const [name = '', at] = text.split('=');
    return at === undefined ? `${titleOf(name)} not fitted` : `${titleOf(name)} = ${at}`;
  });
  const all = [
    ...fixed,
    ...free.map((name) => `${titleOf(name)} fitted`),
    ...(value.length > 0 ? [counted(value.length, 'value of your own', 'values of your own')] : []),
    ...(role.length > 0 ? [`${counted(role.length, 'cell', 'cells')} with another role`] : []),
  ];
  return all.join('; ') || 'As published';
}

/** Returns which of two fits predicts better, by the errors of cells that neither was fitted to. */
export function verdict(a: { request: FitRequest; result: FitResult }, b: typeof a): string {
  const sameCells =
    JSON.stringify([a.request.role, a.request.value]) === JSON.stringify([b.request.role, b.request.value]);
  if (!sameCells) return 'A and B were fitted to different cells or values, so their errors are for different cells.';
  const left = [a, b].map(({ result }) => leftOutErrors(result));
  const isLeftOut = left.every(({ length }) => length > 0) && a.request.cross_validate === b.request.cross_validate;
  const held = [a, b].map(({ result }) =>
    errorsByRole(result.before, result.after).find(({ role }) => role === 'held_out'),
  );
  if (!isLeftOut && !held.every(Boolean))
    return 'All judged cells are in both fits. Choose what to leave out and predict, and fit both again: only then do the errors show which variant predicts better.';
  const [one = NaN, other = NaN] = isLeftOut
    ? left.map((errors) => spreadOf(errors).median)
    : held.map((errors) => errors?.after.median ?? NaN);
  const cells = isLeftOut ? 'cells left out' : 'held-out cells';
  if (Math.abs(one - other) < 0.0005) return `A and B predict ${cells} equally well: median error ${share(one)}.`;
  const [better, first, second] = one < other ? ['A', one, other] : ['B', other, one];
  return `${better} predicts ${cells} better: median error ${share(first)}, compared with ${share(second)} for the other variant.`;
}
