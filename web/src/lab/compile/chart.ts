// A chart of the model, with the published values on it.
import type { Block } from '../types.ts';
import type { Attribute, Directive } from './directive.ts';
import { hint } from './suggest.ts';

export function readChart(directive: Directive): Block {
  const { lesson, source } = directive;
  const id = directive.id('chart');
  const title = directive.needed('title', '"what it shows"')?.text ?? '';
  const summary = directive.said('summary')?.text;
  const mark = directive.oneOf('mark', ['line', 'bar'], 'line') ?? 'line';
  const x = directive.needed('x', 'a-setting');
  const values = directive.numbers('values', mark === 'line' ? 2 : 1, '10 1000000');
  const y = directive.needed('y', 'an-output');
  const per = directive.said('per');
  const [x_scale, y_scale] = [directive.scale('x-scale'), directive.scale('y-scale')];
  const series = directive.said('series');
  const relative = directive.flag('relative');
  const scenario = directive.settings('with');
  const prediction = directive.said('prediction');

  const setting = x && lesson.vocabulary?.numeric(source, x.text, x.place);
  const at = directive.optional('values')?.place;
  if (setting && at) for (const value of values) lesson.vocabulary?.check(source, setting, value, at);
  if (x_scale === 'log' && values.some((value) => value <= 0))
    directive.error('a logarithmic scale begins above 0', at);
  const output = (attribute: Attribute | undefined): boolean | undefined =>
    attribute && lesson.vocabulary?.output(source, attribute.text, attribute.place);
  output(y);
  output(per);
  if (series && !lesson.series.has(series.text))
    directive.error(`the front matter has no series "${series.text}"${hint(series.text, lesson.series)}`, series.place);
  if (relative && !series) directive.error('relative divides by the first of several series: say which, with series=');
  if (x && Object.hasOwn(scenario, x.text)) directive.error(`with= fixes "${x.text}", which the chart varies`);
  if (prediction) lesson.references.push({ source, place: prediction.place, to: prediction.text, kinds: ['predict'] });
  return {
    kind: 'chart',
    id,
    title,
    ...(summary !== undefined && { summary }),
    mark,
    x: x?.text ?? '',
    values,
    x_scale,
    y: y?.text ?? '',
    ...(per && { per: per.text }),
    y_scale,
    ...(series && { series: series.text }),
    relative,
    scenario,
    ...(prediction && { prediction: prediction.text }),
  };
}
