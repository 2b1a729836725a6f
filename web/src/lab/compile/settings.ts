// The vocabulary of a lab's model: names of settings and outputs, and the values of settings.
import type { Description, SettingDescription } from '../../engine/types';
import type { Scenario, Setting } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Item } from './located.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

/** The names and values that a model accepts, for checks of a lab. */
export class Vocabulary {
  readonly #settings: ReadonlyMap<string, SettingDescription>;
  readonly #outputs: ReadonlyMap<string, string>;
  readonly #sums: ReadonlySet<string>;

  constructor({ settings, outputs }: Description) {
    this.#settings = new Map(settings.map((setting) => [setting.name, setting]));
    this.#sums = new Set(outputs.flatMap(({ name, terms }) => (terms === '' ? [] : name)));
    this.#outputs = new Map(outputs.map(({ name, unit }) => [name, unit]));
  }

  /** Returns the setting called `name`; reports an unknown name. */
  setting(source: SourceFile, name: string, place: SourcePosition): SettingDescription | undefined {
    const setting = this.#settings.get(name);
    if (!setting) source.error(place, `the model has no setting "${name}"${hint(name, this.#settings.keys())}`);
    return setting;
  }

  /** Returns the setting called `name` if its values are numbers; reports any other setting. */
  numeric(source: SourceFile, name: string, place: SourcePosition): SettingDescription | undefined {
    const setting = this.setting(source, name, place);
    if (!setting || setting.values.kind === 'number') return setting;
    source.error(place, `the setting "${name}" has no numbers that an axis could show: name a numeric setting`);
    return undefined;
  }

  /** Returns whether the model has an output; reports an unknown name. */
  output(source: SourceFile, name: string, place: SourcePosition): boolean {
    const known = this.#outputs.has(name);
    if (!known) source.error(place, `the model has no output "${name}"${hint(name, this.#outputs.keys())}`);
    return known;
  }

  /** Returns the unit of an output; undefined for an unknown output. */
  unitOf(output: string): string | undefined {
    return this.#outputs.get(output);
  }

  /** Returns whether an output is a sum of times, or the reciprocal of such a sum. */
  isSum(output: string): boolean {
    return this.#sums.has(output);
  }

  /** Returns whether a setting accepts a value; reports a value that it does not accept. */
  check(source: SourceFile, { name, values }: SettingDescription, value: unknown, place: SourcePosition): boolean {
    const wrong = (message: string): false => {
      source.error(place, `${name} ${message}`);
      return false;
    };
    if (values.kind === 'switch') return typeof value === 'boolean' || wrong('must be true or false');
    if (values.kind === 'word') {
      const word = String(value);
      return values.words.includes(word) || wrong(`cannot be "${word}"${hint(word, values.words)}`);
    }
    const { min, max, whole, only } = values;
    if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('must be a number');
    if (value < min || value > max)
      return wrong(`must be from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`);
    if (only.length > 0 && !only.includes(value)) return wrong(`must be one of ${only.join(', ')}`);
    return !whole || Number.isInteger(value) || wrong('must be a whole number');
  }

  /** Reads settings from YAML or TOML. */
  fromItem(source: SourceFile, item: Item | undefined): Scenario {
    const good = [...(item?.map ?? [])].filter(([name, { key, value }]) => {
      const setting = this.setting(source, name, key);
      return setting && this.check(source, setting, value.scalar, value.place);
    });
    return Object.fromEntries(good.map(([name, { value }]) => [name, value.scalar as Setting]));
  }

  /** Reads settings from an attribute: `release=R13, names=20000`. */
  fromText(source: SourceFile, text: string, start: SourcePosition): Scenario {
    const found: [string, Setting][] = [];
    for (const { 0: part, index } of text.matchAll(/[^,]+/g)) {
      const place = { line: start.line, column: start.column + index + part.length - part.trimStart().length };
      const [, name, word] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      if (name === undefined || word === undefined) {
        source.error(place, 'settings must be written as name=value, with commas between settings');
        continue;
      }
      const setting = this.setting(source, name, place);
      if (!setting) continue;
      const { kind } = setting.values;
      const value =
        kind === 'number' ? number(word) : kind === 'switch' && /^(true|false)$/.test(word) ? word === 'true' : word;
      if (this.check(source, setting, value, place)) found.push([name, value as Setting]);
    }
    return Object.fromEntries(found);
  }
}

/** Parses a number as authors write it, optionally with commas between thousands; undefined for other text. */
export function number(text: string): number | undefined {
  const digits = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text.trim()) ? text.replaceAll(',', '') : text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(digits) ? Number(digits) : undefined;
}
