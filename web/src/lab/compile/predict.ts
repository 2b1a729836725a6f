// Predictions: results that readers estimate before they see them.
import { curveDraws, rightCurve } from '../curve-names.ts';
import type { Block, Curve, Feedback, Guess } from '../types.ts';
import { readParts, type Parts } from './answer-parts.ts';
import type { BlockReader } from './blocks.ts';
import type { Directive } from './directive.ts';
import { readFeedback } from './feedback.ts';
import type { BlockContext } from './lesson.ts';

function readCurve(directive: Directive): Curve & { kind: 'curve' } {
  const { lesson, source } = directive;
  const [x, y] = [directive.needed('x', 'a-setting'), directive.needed('y', 'an-output')];
  const points = directive.numbers('points', 2, '2000 20000 50000');
  const ends = directive.numbers('range', 2, '100 1000000');
  const [x_scale, y_scale] = [directive.scale('x-scale'), directive.scale('y-scale')];
  const given = directive.said('given');
  const scenario = directive.settings('with');
  const setting = x && lesson.vocabulary?.numeric(source, x.text, x.place);
  const at = directive.optional('points')?.place;
  if (setting && at) for (const point of points) lesson.vocabulary?.check(source, setting, point, at);
  if (y) directive.quantity(y.text, y.place);
  const unit = y && lesson.vocabulary?.unitOf(y.text);
  if (ends.length > 2) directive.error('range must be the minimum and the maximum of the y axis');
  if (x_scale === 'log' && (points[0] ?? 1) <= 0) directive.error('a logarithmic scale must begin above 0', at);
  if (y_scale === 'log' && (ends[0] ?? 1) <= 0) directive.error('a logarithmic scale must begin above 0');
  if (x && Object.hasOwn(scenario, x.text))
    directive.error(`with= fixes "${x.text}", the x axis of the curve: remove it from with=`);
  return {
    kind: 'curve',
    x: x?.text ?? '',
    y: y?.text ?? '',
    points,
    range: [ends[0] ?? 0, ends[1] ?? 1],
    x_scale,
    y_scale,
    ...(given && {
      given: directive.expression(given, {
        wanted: unit === undefined ? { kind: 'number' } : { kind: 'quantity', unit },
      }),
    }),
    scenario,
  };
}

function readGuess(directive: Directive, kind: 'number' | 'choice', { choices, feedback }: Parts): Guess {
  if (kind === 'choice') return { kind, choices };
  const unit = directive.needed('unit', '"operations/s"')?.text ?? '';
  const answer = directive.needed('answer', 'an-expression');
  // Only the feedback uses the tolerance.
  const tolerance = feedback.length > 0 ? directive.needed('tolerance', '"20 %"') : undefined;
  return {
    kind,
    unit,
    answer: directive.expression(answer, { wanted: { kind: 'quantity', unit } }),
    ...(tolerance && {
      tolerance: directive.expression(tolerance, { wanted: { kind: 'quantity', unit, orShare: true } }),
    }),
  };
}

/** Reads the tolerance of a curve with feedback: a share of the height of its y axis. */
function readHeightShare(directive: Directive): number {
  const tolerance = directive.needed('tolerance', '"10 %"');
  const percent = Number(/^\s*([\d.]+)\s*%\s*$/.exec(tolerance?.text ?? '')?.[1]);
  if (tolerance && !(percent > 0 && percent < 100))
    directive.error(
      'the tolerance of a curve must be a share of the height of its y axis, such as 10 %',
      tolerance.place,
    );
  return percent / 100;
}

/**
 * Reads the feedback on a curve. Conditions name the curve's values; the feedback on the right curve also gets a
 * condition.
 */
function readCurveFeedback(directive: Directive, reader: BlockReader, inner: BlockContext, parts: Parts, curve: Curve) {
  const unit = directive.lesson.vocabulary?.unitOf(curve.y) ?? '';
  const right = rightCurve(curve, unit, readHeightShare(directive));
  const flat = curve.points.map(() => curve.range[1]);
  const draws = curveDraws(curve, unit, flat);
  const feedback = readFeedback(directive, reader, inner, {
    asks: 'prediction',
    kind: 'curve',
    parts,
    unit,
    draws,
    right,
  });
  const isRight = ({ to }: Feedback): boolean => to.kind === 'when' && to.condition === right;
  return [...feedback.filter(isRight), ...feedback.filter((each) => !isRight(each))];
}

export function readPredict(directive: Directive, reader: BlockReader, where: BlockContext): Block | undefined {
  const id = directive.id('predict');
  const kind = directive.oneOf('kind', ['choice', 'number', 'curve']);
  const inner: BlockContext = { ...where, room: 'predict' };
  const parts = readParts(directive, reader, inner, { choices: kind === 'choice', feedback: kind !== undefined });
  if (!kind) return undefined;
  const guess = kind === 'curve' ? readCurve(directive) : readGuess(directive, kind, parts);
  const unit = guess.kind === 'number' ? guess.unit : '';
  const feedback =
    parts.feedback.length === 0
      ? []
      : guess.kind === 'curve'
        ? readCurveFeedback(directive, reader, inner, parts, guess)
        : readFeedback(directive, reader, inner, { asks: 'prediction', kind: guess.kind, parts, unit, draws: [] });
  return {
    kind: 'predict',
    id,
    ask: parts.ask,
    guess,
    ...(feedback.length > 0 && { feedback }),
    ...(parts.hints.length > 0 && { hints: parts.hints }),
  };
}
