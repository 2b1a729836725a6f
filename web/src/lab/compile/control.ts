// An input for one setting; all defaults come from the model's description of the setting.
import type { Block, Input } from '../types.ts';
import type { SettingDescription } from '../../engine/types';
import type { Directive } from './directive.ts';

/** Reads words such as `options="client: sysplex client, monoplex: monoplex"`; by default, all words of the setting. */
function readOptions(directive: Directive, setting: SettingDescription, words: readonly string[]): Input {
  const attribute = directive.said('options');
  if (!attribute) return { kind: 'word', options: words.map((word) => ({ word, title: word })) };
  const options = attribute.text.split(',').map((part) => {
    const [, word = '', title = word] = /^\s*([^:]*?)\s*(?::\s*(.*?)\s*)?$/s.exec(part) ?? [];
    directive.lesson.vocabulary?.check(directive.source, setting, word, attribute.place);
    return { word, title: title || word };
  });
  const twice = options.find(({ word }, at) => options.findIndex((other) => other.word === word) < at);
  if (twice) directive.error(`the control has "${twice.word}" twice: remove one`, attribute.place);
  if (options.length < 2) directive.error('a control needs at least two options', attribute.place);
  return { kind: 'word', options };
}

type Numbers = SettingDescription['values'] & { kind: 'number' };

/** Reads numbers such as `values="512 1024"`; by default, all numbers of the setting. */
function readNumbers(directive: Directive, setting: SettingDescription, { only, unit }: Numbers): Input {
  for (const name of ['least', 'greatest', 'scale']) {
    const attribute = directive.optional(name);
    if (attribute) directive.error(`${name} is for a slider; this control offers single numbers`, attribute.place);
  }
  const attribute = directive.optional('values');
  if (!attribute) return { kind: 'one_of', values: [...only], unit };
  const values = directive.numbers('values', 2, '512 1024');
  for (const value of values) directive.lesson.vocabulary?.check(directive.source, setting, value, attribute.place);
  return { kind: 'one_of', values, unit };
}

function readRange(directive: Directive, values: Numbers): Input {
  const { min: lowest, max: highest, whole, unit } = values;
  const [min = lowest, max = highest] = [directive.number('least'), directive.number('greatest')];
  const scale = directive.scale('scale');
  if (min < lowest || max > highest)
    directive.error(`the setting ranges from ${lowest.toLocaleString('en')} to ${highest.toLocaleString('en')}`);
  else if (min >= max) directive.error('least= must be less than greatest=');
  else if (scale === 'log' && min <= 0) directive.error('a logarithmic scale must begin above 0');
  return { kind: 'number', least: min, greatest: max, whole, scale, unit };
}

export function readControl(directive: Directive): Block | undefined {
  const name = directive.needed('setting', 'a-setting');
  const id = directive.id('control', name && `control-${name.text}`);
  const title = directive.said('title')?.text;
  const setting = name && directive.lesson.vocabulary?.setting(directive.source, name.text, name.place);
  if (!setting) {
    for (const other of ['least', 'greatest', 'scale', 'options', 'values']) directive.optional(other);
    return undefined;
  }
  const { values } = setting;
  const input: Input =
    values.kind === 'number'
      ? values.only.length > 0 || directive.optional('values')
        ? readNumbers(directive, setting, values)
        : readRange(directive, values)
      : values.kind === 'word'
        ? readOptions(directive, setting, values.words)
        : { kind: 'switch' };
  return { kind: 'control', id, setting: setting.name, title: title ?? setting.title, input };
}
