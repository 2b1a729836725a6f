import { expect, test } from 'vitest';
import type { Block } from '../lab/types';
import { groupsOf, openingOf } from './scenes';

const block = (kind: string, id = '', view = ''): Block => ({ kind, id, view }) as unknown as Block;
const names = (blocks: Block[]): string[] =>
  groupsOf(blocks).map(
    ({ kind, blocks }) => `${kind}: ${blocks.map((b) => ('id' in b && b.id ? b.id : b.kind)).join(' ')}`,
  );

test('controls join the next figure, or else the one before', () => {
  const [p, a, b, one, c, two, d] = [
    block('paragraph'),
    block('control', 'a'),
    block('control', 'b'),
    block('chart', 'one'),
    block('control', 'c'),
    block('model', 'two'),
    block('control', 'd'),
  ];
  expect(names([p, p, a, b, one, c, two, d, p] as Block[])).toEqual([
    'prose: paragraph paragraph',
    'scene: a b one',
    'scene: c two d',
    'prose: paragraph',
  ]);
});

test('controls stay apart from a figure behind text', () => {
  const blocks = [
    block('control', 'a'),
    block('paragraph'),
    block('chart', 'one'),
    block('paragraph'),
    block('control', 'b'),
  ];
  expect(names(blocks)).toEqual(['controls: a', 'prose: paragraph', 'scene: one', 'prose: paragraph', 'controls: b']);
});

test('opening is the figure at the beginning, with the controls after it', () => {
  const [p, a, b, one] = [block('paragraph'), block('control', 'a'), block('control', 'b'), block('chart', 'one')];
  expect(openingOf({ introduction: [one, a, p, b] })).toEqual([one, a]);
  expect(openingOf({ introduction: [one, a] })).toEqual([one, a]);
  expect(openingOf({ introduction: [a, one] })).toEqual([]);
  expect(openingOf({ introduction: [p, one, a] })).toEqual([]);
  expect(openingOf({ introduction: [] })).toEqual([]);
});

test('tables, questions, and images are separate', () => {
  const blocks = [block('table', 't'), block('question', 'q'), block('image'), block('chart', 'c')];
  expect(names(blocks)).toEqual(['part: t', 'part: q', 'part: image', 'scene: c']);
});

test('forms are in the text, without grouped controls', () => {
  const blocks = [block('control', 'a'), block('model', 'form', 'path-advisor'), block('model', 'm', 'race?a=b')];
  expect(names(blocks)).toEqual(['controls: a', 'part: form', 'scene: m']);
});
