// Checks that need the whole lab: references, expressions, figures, and ids.
import { errorText } from '../../engine/error-text.ts';
import type { Lab } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Head } from './head.ts';
import type { Expression, FigureCheck, Lesson } from './lesson.ts';
import { agrees, readPrinted, shortNumber } from './printed.ts';
import { top, type SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';
import { termScheme } from './terms.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import type { ExpressionCheck } from '../../engine/types.ts';

/** Reports references to unknown ids, to items of a wrong kind, and to items that come too late. */
export function checkReferences({ references, named }: Lesson, { aliases }: Head): void {
  for (const { source, place, to, kinds, order } of references) {
    const found = named.get(to);
    if (!found && !kinds && aliases.has(to)) continue;
    if (!found) {
      const known = [...named].filter(([, { kind }]) => !kinds || kinds.includes(kind)).map(([id]) => id);
      source.error(place, `nothing has the id "${to}"${hint(to, known)}`);
    } else if (kinds && !kinds.includes(found.kind))
      source.error(place, `"${to}" is a ${found.kind}; expected a ${kinds.join(' or a ')}`);
    else if (order !== undefined && found.order > order) source.error(place, `"${to}" comes later in the text`);
  }
}

/**
 * Reports predictions that are never revealed, revealed more than once, or revealed too early, and reveals without a
 * prediction.
 */
export function checkReveals({ reveals, named }: Lesson, source: SourceFile): void {
  const predictions = [...named].filter(([, { kind }]) => kind === 'predict');
  const ids = predictions.map(([id]) => id);
  const done = new Set<string>();
  for (const { after, place, order } of reveals) {
    const predict = named.get(after);
    if (predict?.kind !== 'predict') source.error(place, `there is no predict "${after}"${hint(after, ids)}`);
    else if (predict.order > order) source.error(place, `the reveal comes before or around its own predict "${after}"`);
    else if (done.has(after)) source.error(place, `"${after}" is revealed twice: remove one reveal`);
    done.add(after);
  }
  for (const [id, { place }] of predictions)
    if (!done.has(id)) source.error(place, `nothing is revealed after "${id}": add ::::reveal{after=${id}}`);
}

/** Reports unused tables, sources, and terms. */
export function warnOfUnused(lesson: Lesson, source: SourceFile, head: Head, lab: Lab): void {
  const { usedTables, usedSources, usedTerms } = lesson;
  if (lab.steps.length === 0) return;
  const fitted = new Set(Object.values(lab.parameters).flatMap(({ fitted_on }) => fitted_on ?? []));
  for (const { name, place } of head.tables)
    if (!usedTables.has(name) && !fitted.has(name)) source.warning(place, `table ${name} is never shown or named`);
  for (const [name, place] of head.sourcePlaces)
    if (!usedSources.has(name) && head.advice?.name !== name) source.warning(place, `source ${name} is never cited`);
  for (const [id, { place, name }] of head.terms)
    if (!usedTerms.has(id)) source.warning(place, `term ${id} is never used: write [${name}](${termScheme}:${id})`);
}

const after = ({ line, column }: SourcePosition, offset: number): SourcePosition => ({ line, column: column + offset });

/** Checks an expression with the engine, but returns the error about an unknown unit instead of throwing it. */
function check(tools: LessonTools, ...asked: Parameters<LessonTools['check']>): ExpressionCheck {
  try {
    return tools.check(...asked);
  } catch (error) {
    return { kind: 'error', offset: 0, message: errorText(error) };
  }
}

/** Returns the error in an expression, with its offset in the text; undefined if there is no error. */
function findExpressionError(
  { text, draws = [], wanted, given }: Expression,
  lab: Lab,
  tools: LessonTools,
): [string, number?] | undefined {
  const checked = check(tools, lab, text, draws, given);
  if (checked.kind === 'error') return [checked.message, checked.offset];
  if ((wanted.kind === 'condition') !== (checked.kind === 'condition'))
    return [
      wanted.kind === 'condition'
        ? 'this is a number; expected a condition, such as near(…, 5 %)'
        : 'this is a condition; expected a number',
    ];
  if (checked.kind === 'condition' || wanted.kind !== 'quantity') return undefined;
  const { unit, orShare } = wanted;
  // A quantity divided by a quantity of the same kind is a plain number.
  const ratio = check(tools, lab, `(${text}) / given`, draws, unit);
  if (ratio.kind === 'error') return [ratio.message];
  if (ratio.kind === 'quantity' && (ratio.unit === '' || (orShare && checked.unit === ''))) return undefined;
  return [`this is in ${checked.unit || 'plain numbers'}; expected "${unit}"`];
}

/** Reports invalid expressions and returns whether all are valid. */
export function checkExpressions({ expressions }: Lesson, lab: Lab, tools: LessonTools): boolean {
  let good = true;
  for (const expression of expressions) {
    const found = findExpressionError(expression, lab, tools);
    if (!found) continue;
    const [message, offset = 0] = found;
    expression.source.error(after(expression.place, offset), message);
    good = false;
  }
  return good;
}

/** Returns the computed value in the printed unit, or in its own unit if the printed words are not a unit. */
function valueOf({ figure: { expression = '' } }: FigureCheck, words: string, lab: Lab, tools: LessonTools): number {
  const { value, unit } = tools.calculate(lab, expression);
  const whole = words.replace(/\s+a (?=second|minute|hour)/, '/');
  const [first = ''] = /^[^\s,;.]+/.exec(whole) ?? [];
  for (const candidate of [whole, first])
    try {
      const measured = candidate === '' ? undefined : tools.measure(`${value} ${unit || 'ratio'}`, candidate);
      if (measured && 'value' in measured) return measured.value;
    } catch {
      // The words are not a unit: the number keeps its own unit.
    }
  return value;
}

/** Reports printed numbers that differ from the computed numbers. */
export function checkFigures({ figures, language }: Lesson, lab: Lab, tools: LessonTools): void {
  for (const check of figures) {
    const { source, place, figure } = check;
    const printed = readPrinted(figure.text, language);
    if (!printed) {
      source.error(place, `"${figure.text}" is not a number`);
      continue;
    }
    try {
      const value = valueOf(check, printed.words, lab, tools);
      if (!agrees(printed, value))
        source.error(place, `the text says "${figure.text}", but the computed value is ${shortNumber(value)}`);
    } catch (error) {
      source.error(place, errorText(error));
    }
  }
}

/**
 * Compares the ids with the published ids, which a file lists one per line: links to published ids must keep working.
 */
export function checkIds(
  published: SourceFile | undefined,
  lab: SourceFile,
  ids: ReadonlySet<string>,
  head: Head,
  id: string,
): void {
  const lines = published?.text.split('\n') ?? [];
  const known = new Set(lines.map((line) => line.trim()).filter(Boolean));
  lines.forEach((line, index) => {
    const old = line.trim();
    if (old !== '' && !ids.has(old) && !head.aliases.has(old))
      published?.error(
        { line: index + 1, column: 1 },
        `the published id "${old}" is missing: give its new id in \`aliases\` of lab.md`,
      );
  });
  const fresh = [...ids].filter((each) => !known.has(each));
  if (fresh.length > 0)
    lab.warning(top, `new ids: ${fresh.join(', ')}; \`npm run labs -- check ${id} --accept\` publishes them`);
}
