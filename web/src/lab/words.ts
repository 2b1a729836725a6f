// Display names and units of settings and outputs, and display names of setting values, as in the lab's controls and
// tables.
import { modelWords } from '../language';
import { count, digits } from '../charts/format';
import { blocksOf } from './blocks';
import { unitBeside } from './units';
import type { Control, Lab, Scenario, Setting } from './types';

export interface Words {
  title: string;
  unit: string;
}

/** Converts a name to words. */
export const plain = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return modelWords(words.charAt(0).toUpperCase() + words.slice(1));
};

/** Returns the first control of a setting. */
export const controlOf = (lab: Lab, setting: string): Control | undefined =>
  blocksOf(lab).find((block) => block.kind === 'control' && block.setting === setting) as Control | undefined;

/** Returns the title that a lab gives a setting in a control, a table, or its declaration; undefined without one. */
export const ownTitle = (lab: Lab, setting: string): string | undefined =>
  controlOf(lab, setting)?.title ??
  lab.tables.find(({ row }) => row.key === setting)?.row.title ??
  lab.declaration?.settings?.find(({ name }) => name === setting)?.title;

/**
 * Returns the words of a setting: the lab's or else the model's. A page's lean lab omits the model's titles; without
 * one, the title is the setting's name in words.
 */
export function settingWords(lab: Lab, setting: string): Words {
  const input = controlOf(lab, setting)?.input;
  const row = lab.tables.find(({ row }) => row.key === setting)?.row;
  const declared = lab.declaration?.settings?.find(({ name }) => name === setting);
  const { title = '', values } = lab.description?.settings.find(({ name }) => name === setting) ?? {};
  const unit = values?.kind === 'number' ? values.unit : '';
  return {
    title: ownTitle(lab, setting) ?? (title || plain(setting)),
    unit: (input && 'unit' in input ? input.unit : undefined) ?? row?.unit ?? declared?.unit ?? unit,
  };
}

/** Returns the title and unit of an output; the compiler has chosen a title that fits every scenario. */
export const outputWords = ({ outputs }: Lab, output: string): Words =>
  outputs?.[output] ?? { title: plain(output), unit: '' };

/** Formats a number with its unit, singular or plural: 1 client, 4 clients; a ratio as 2×. */
export const amount = (value: number, unit: string): string => {
  const text = digits(value);
  if (unit === 'times') return `${text}×`;
  const name = unitBeside(value, unit);
  return name ? `${text} ${name}` : text;
};

/** Describes a setting's value as the reader chose it. */
export function valueText(lab: Lab, setting: string, value: Setting | undefined): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return amount(value, settingWords(lab, setting).unit);
  const input = controlOf(lab, setting)?.input;
  return (input?.kind === 'word' && input.options.find(({ word }) => word === value)?.title) || value;
}

/** Describes the settings in which a scenario differs from another; empty if they agree. */
export const differences = (lab: Lab, scenario: Scenario, other: Scenario): string[] =>
  Object.keys({ ...other, ...scenario })
    .filter((name) => scenario[name] !== other[name])
    .map((name) => `${settingWords(lab, name).title}: ${valueText(lab, name, scenario[name])}`);

/** The maximum number of values of a random number that are listed one by one. */
const MAX_LISTED = 8;

/** Lists the values of a question's random number; only their count and range if there are many. */
export function drawnValues(values: readonly number[]): string {
  if (values.length <= MAX_LISTED) return values.map(digits).join(', ');
  return `one of ${count(values.length)} values from ${digits(Math.min(...values))} to ${digits(Math.max(...values))}`;
}
