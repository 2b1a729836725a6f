// A chart of the model, with the published values on it.
import type { LayoutKind } from '../../charts/layout';
import { layoutKind, modelMarks } from '../../charts/registry.ts';
import type { Block, Chart } from '../types.ts';
import type { Attribute, Directive } from './directive.ts';
import { hint } from './suggest.ts';

/**
 * Reads the setting on the x axis and its values; a chart of rows may omit the setting, and then has one bar per
 * series.
 */
function readAcross(directive: Directive, layout: LayoutKind, series: Attribute | undefined) {
  const { lesson, source } = directive;
  const curves = layout === 'curves';
  const x = curves ? directive.needed('x', 'a-setting') : directive.said('x');
  const x_scale = directive.scale('x-scale');
  if (!x && !curves) {
    for (const name of ['values', 'x-scale', 'prediction']) {
      const attribute = directive.optional(name);
      if (attribute) directive.error(`${name} needs x, which this chart does not have`, attribute.place);
    }
    if (!series) directive.error('bars need x, or series= with one bar per series');
    return { values: [], x_scale };
  }
  const values = directive.numbers('values', curves ? 2 : 1, '10 1000000');
  const setting = x && lesson.vocabulary?.numeric(source, x.text, x.place);
  const at = directive.optional('values')?.place;
  if (setting && at) for (const value of values) lesson.vocabulary?.check(source, setting, value, at);
  if (curves && setting?.values.kind === 'number' && setting.values.only.length > 0)
    directive.error(`${setting.name} has no values between its options: write mark=bar`, x?.place);
  if (x_scale === 'log' && values.some((value) => value <= 0))
    directive.error('a logarithmic scale must begin above 0', at);
  return { x: x?.text ?? '', values, x_scale };
}

/** Reads the comma-separated outputs that a reader can draw instead of the chart's own output. */
function readAlso(directive: Directive, y: string | undefined): string[] {
  const attribute = directive.said('also');
  if (!attribute) return [];
  const outputs = attribute.text.split(',').map((text) => text.trim());
  outputs.forEach((output, at) => {
    if (!directive.quantity(output, attribute.place)) return;
    if (output === y || outputs.indexOf(output) < at)
      directive.error(`the chart already shows "${output}": name it once`, attribute.place);
  });
  return outputs;
}

export function readChart(directive: Directive): Block {
  const { lesson, source } = directive;
  const id = directive.id('chart');
  const title = directive.needed('title', '"what it shows"')?.text ?? '';
  const summary = directive.said('summary')?.text;
  const mark = directive.oneOf('mark', modelMarks, 'line') ?? 'line';
  const series = directive.said('series');
  const across = readAcross(directive, layoutKind(mark), series);
  const y = directive.needed('y', 'an-output');
  const per = directive.said('per');
  const relative = directive.flag('relative');
  const y_scale = directive.scale('y-scale', relative ? 'log' : 'linear');
  const scenario = directive.settings('with');
  const prediction = directive.said('prediction');
  if (directive.said('differs')) lesson.differing.add(id);

  for (const attribute of [y, per]) if (attribute) directive.quantity(attribute.text, attribute.place);
  const also = readAlso(directive, y?.text);
  if (also.length > 0 && per) directive.error('a chart cannot have both also= and per=: remove one of them', per.place);
  if (series && !lesson.series.has(series.text))
    directive.error(`the front matter has no series "${series.text}"${hint(series.text, lesson.series)}`, series.place);
  if (relative && !series) directive.error('relative divides by the first of several series: name them with series=');
  if (across.x && Object.hasOwn(scenario, across.x))
    directive.error(`with= fixes "${across.x}", which the chart varies: remove it from with=`);
  if (prediction) lesson.references.push({ source, place: prediction.place, to: prediction.text, kinds: ['predict'] });
  return {
    kind: 'chart',
    id,
    title,
    ...(summary !== undefined && { summary }),
    mark: mark as Chart['mark'],
    ...across,
    y: y?.text ?? '',
    ...(also.length > 0 && { also }),
    ...(per && { per: per.text }),
    y_scale,
    ...(series && { series: series.text }),
    relative,
    scenario,
    ...(prediction && { prediction: prediction.text }),
  };
}
