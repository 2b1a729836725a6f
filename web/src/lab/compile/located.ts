// YAML and TOML values with their positions, and checks of their shape.
import type { SourceFile } from './files.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

/** A value (a scalar, a list, or a map) and its position. */
export interface Item {
  readonly place: SourcePosition;
  /** The scalar; undefined for a list or a map. */
  readonly scalar?: string | number | boolean | null;
  readonly list?: readonly Item[];
  readonly map?: ReadonlyMap<string, { readonly key: SourcePosition; readonly value: Item }>;
}

export type Kind =
  | 'text'
  | 'string'
  | 'key'
  | 'number'
  | 'switch'
  | 'map'
  | 'list of maps'
  | 'setting'
  | 'settings'
  | 'list of pairs'
  | 'list of texts'
  | 'list of keys';

const isFinite = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isSetting = ({ scalar }: Item): boolean => isText(scalar) || isFinite(scalar) || typeof scalar === 'boolean';

const is: Record<Kind, (item: Item) => boolean> = {
  text: ({ scalar }) => isText(scalar),
  string: ({ scalar }) => typeof scalar === 'string',
  key: ({ scalar }) => isText(scalar) || isFinite(scalar),
  number: ({ scalar }) => isFinite(scalar),
  switch: ({ scalar }) => typeof scalar === 'boolean',
  map: ({ map }) => map !== undefined,
  'list of maps': ({ list }) => list !== undefined && list.every(({ map }) => map),
  setting: isSetting,
  'list of pairs': ({ list }) =>
    list !== undefined &&
    list.every(({ list: pair }) => pair?.length === 2 && pair[0] && isSetting(pair[0]) && isFinite(pair[1]?.scalar)),
  settings: ({ map }) => map !== undefined && [...map.values()].every(({ value }) => isSetting(value)),
  'list of texts': ({ list }) => list !== undefined && list.every(({ scalar }) => isText(scalar)),
  'list of keys': ({ list }) => list !== undefined && list.every(({ scalar }) => isText(scalar) || isFinite(scalar)),
};

const said: Record<Kind, string> = {
  text: 'a non-empty string',
  string: 'a string',
  key: 'a number or a word',
  number: 'a number',
  switch: 'true or false',
  map: 'a map',
  'list of maps': 'a list of maps',
  setting: 'a number, a word, or true or false',
  'list of pairs': 'a list of pairs, each a value of the setting and a number',
  settings: 'a map of settings, each a number, a word, or true or false',
  'list of texts': 'a list of strings',
  'list of keys': 'a list of numbers or words',
};

/** The keys of a map; a question mark after the kind makes the key optional. */
export type Shape = Record<string, Kind | `${Kind}?`>;

/** Returns whether a map has all required keys, no unknown keys, and values of the right kinds; reports violations. */
export function fits(source: SourceFile, item: Item, shape: Shape, what: string): boolean {
  if (!item.map) {
    source.error(item.place, `${what} must be a map`);
    return false;
  }
  let good = true;
  const wrong = (place: SourcePosition, message: string): void => {
    source.error(place, message);
    good = false;
  };
  for (const [key, { key: place }] of item.map)
    if (!Object.hasOwn(shape, key)) wrong(place, `unknown key \`${key}\` in ${what}${hint(key, Object.keys(shape))}`);
  for (const [key, rule] of Object.entries(shape)) {
    const kind = rule.replace('?', '') as Kind;
    const value = item.map.get(key)?.value;
    if (!value) {
      if (!rule.endsWith('?')) wrong(item.place, `${what} needs \`${key}\`, ${said[kind]}`);
    } else if (!is[kind](value)) wrong(value.place, `\`${key}\` of ${what} must be ${said[kind]}`);
  }
  return good;
}

/** Returns the value without positions. */
export function plain({ scalar, list, map }: Item): unknown {
  if (list) return list.map(plain);
  if (map) return Object.fromEntries([...map].map(([key, { value }]) => [key, plain(value)]));
  return scalar;
}

export const get = (item: Item, key: string): Item | undefined => item.map?.get(key)?.value;

export const textOf = (item: Item | undefined): string => (typeof item?.scalar === 'string' ? item.scalar : '');

/** Returns whether a value is one of the allowed words; reports any other value. */
export function isOneOf(source: SourceFile, item: Item, allowed: readonly string[], what: string): boolean {
  const word = String(item.scalar);
  if (allowed.includes(word)) return true;
  source.error(item.place, `${what} must be one of ${allowed.join(', ')}, not "${word}"`);
  return false;
}
