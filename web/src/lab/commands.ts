// Links in a lab's text that change the display: `set:` and `show:`, and the scenes that an author defines.
import type { Scenario, Setting } from './types';

/** The action of a link with a custom scheme. */
export type Command =
  /** Sets settings: `set:names=20000,format=v4`. */
  | { kind: 'set'; settings: string }
  /** Opens a cell: `show:table/row/column`. */
  | { kind: 'show'; table: string; cell: string }
  /** Starts a scene: a figure with settings, `scene:size?names=20000`, and its view, `&view=error`. */
  | { kind: 'scene'; show: string; settings: string; look: SceneLook };

/** The view of a scene's figure. */
export interface SceneLook {
  /** The view of a chart. */
  view?: string | undefined;
  /** The factors between series in a chart, such as `code:0-1;format:1-2`. */
  bracket?: string | undefined;
  /** The highlighted cell: see `cellId`. */
  highlight?: string | undefined;
}

/** Parses the address of a link; undefined for an ordinary link. */
export function commandOf(href: string): Command | undefined {
  const [, kind, rest = ''] = /^(set|show|scene):(.*)$/s.exec(href) ?? [];
  if (kind === 'set') return { kind, settings: rest };
  const [, first = '', second = ''] = /^([^/?]*)[/?]?(.*)$/s.exec(rest) ?? [];
  if (kind === 'show') return { kind, table: first, cell: second };
  if (kind !== 'scene') return undefined;
  const [settings = '', ...look] = second.split('&');
  return { kind, show: first, settings, look: Object.fromEntries(new URLSearchParams(look.join('&'))) };
}

/** Returns the address of a scene in the form that [`commandOf`] parses. */
export const sceneAddress = (show: string, settings: Scenario, look: SceneLook): string =>
  [
    `scene:${show}?${settingsText(settings)}`,
    ...Object.entries(look).map((pair) => pair.map(encodeURIComponent).join('=')),
  ].join('&');

const settingIn = (word: string): Setting =>
  word === 'true' || word === 'false'
    ? word === 'true'
    : word !== '' && Number.isFinite(Number(word))
      ? Number(word)
      : word;

/** Parses settings that the compiler has checked, such as `names=20000,format=v4`. */
export const settingsIn = (text: string): Scenario =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('=').map((part) => part.trim()))
      .flatMap(([name, word]) => (name && word !== undefined ? [[name, settingIn(word)]] : [])),
  );

/** Formats settings in the form that [`settingsIn`] parses. */
export const settingsText = (settings: Scenario): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
