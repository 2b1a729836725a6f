// Links in a lab's text that change what is shown: `set:` and `show:`, and the scenes that an author puts there.
import type { Scenario, Setting } from './types';

/** What a link with a scheme of its own does. */
export type Command =
  /** Sets settings: `set:names=20000,format=v4`. */
  | { kind: 'set'; settings: string }
  /** Opens a cell: `show:table/row/column`. */
  | { kind: 'show'; table: string; cell: string }
  /** Begins a scene: a figure with settings, `scene:size?names=20000`. */
  | { kind: 'scene'; show: string; settings: string };

/** Reads the address of a link; undefined if it leads somewhere. */
export function commandOf(href: string): Command | undefined {
  const [, kind, rest = ''] = /^(set|show|scene):(.*)$/s.exec(href) ?? [];
  if (kind === 'set') return { kind, settings: rest };
  const [, first = '', second = ''] = /^([^/?]*)[/?]?(.*)$/s.exec(rest) ?? [];
  if (kind === 'show') return { kind, table: first, cell: second };
  return kind === 'scene' ? { kind, show: first, settings: second } : undefined;
}

const settingIn = (word: string): Setting =>
  word === 'true' || word === 'false'
    ? word === 'true'
    : word !== '' && Number.isFinite(Number(word))
      ? Number(word)
      : word;

/** The settings of a text that the compiler has checked, such as `names=20000,format=v4`. */
export const settingsIn = (text: string): Scenario =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('=').map((part) => part.trim()))
      .flatMap(([name, word]) => (name && word !== undefined ? [[name, settingIn(word)]] : [])),
  );

/** Writes settings as [`settingsIn`] reads them. */
export const settingsText = (settings: Scenario): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
