// A scene defined by the author: a passage of the text with its figure and settings.
import { allBlocks } from '../blocks.ts';
import { plainText } from '../plain-text.ts';
import type { Block, Inline, Scenario, Setting } from '../types.ts';
import type { BlockReader } from './blocks.ts';
import type { Content, Directive } from './directive.ts';
import type { BlockContext } from './lesson.ts';
import { number } from './settings.ts';

/** The minimum number of words in a scene; a shorter scene would scroll past before the reader notices it. */
const MIN_WORDS = 50;

const wordsIn = (blocks: readonly Block[]): number =>
  allBlocks(blocks)
    .flatMap((block) => (block.kind === 'paragraph' ? plainText(block.text).split(/\s+/) : []))
    .filter(Boolean).length;

const looks = ['view', 'bracket', 'highlight'] as const;

/** Reads the settings among the attributes: all attributes that the directive does not use otherwise. */
function readSettings(directive: Directive): Scenario {
  const { vocabulary } = directive.lesson;
  const found: [string, Setting][] = [];
  for (const name of Object.keys(directive.node.attributes ?? {})) {
    const isOther = name === 'show' || looks.some((look) => look === name);
    const attribute = isOther ? undefined : directive.optional(name);
    const setting = attribute && vocabulary?.setting(directive.source, name, attribute.place);
    if (!setting) continue;
    const { text, place } = attribute;
    const { kind } = setting.values;
    const value =
      kind === 'number' ? number(text) : kind === 'switch' && /^(true|false)$/.test(text) ? text === 'true' : text;
    if (vocabulary?.check(directive.source, setting, value, place)) found.push([name, value as Setting]);
  }
  return Object.fromEntries(found);
}

/** Returns the link to the scene's figure, followed by the scene's text. */
export function readScene(directive: Directive, reader: BlockReader, where: BlockContext): Block[] {
  const { lesson, source, place } = directive;
  const show = directive.needed('show', 'a-chart');
  const settings = readSettings(directive);
  const look = Object.fromEntries(
    looks.map((name) => [name, directive.said(name)] as const).filter(([, said]) => said),
  );
  // The address is completed later, with the link's text.
  const link: Extract<Inline, { kind: 'link' }> = { kind: 'link', href: 'scene:', text: [] };
  lesson.settingLinks.push({ source, place, settings });
  if (show)
    lesson.scenes.push({
      source,
      place: show.place,
      show: show.text,
      settings,
      look,
      link,
      reveals: lesson.reveals.length,
    });
  const blocks = reader.read(directive.node.children as Content[], where);
  const words = wordsIn(blocks);
  if (blocks.length === 0) directive.error('the scene is empty: write its text or remove it');
  else if (words < MIN_WORDS)
    source.warning(place, `the scene has fewer than ${MIN_WORDS} words, so it disappears before readers see it`);
  return [{ kind: 'paragraph', text: [link] }, ...blocks];
}
