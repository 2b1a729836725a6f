import { expect, test } from 'vitest';
import { resolveLinks } from './resolve-links';
import type { Inline, Lab } from './types';

const hrefs = [
  'zfs-directories.html#inside',
  '../desk.html#lab=a&fix=b=0',
  '#step',
  'set:names=5',
  'https://example.org/',
];
const linked = (): Lab =>
  ({
    introduction: [{ kind: 'paragraph', text: hrefs.map((href): Inline => ({ kind: 'link', href, text: [] })) }],
    steps: [],
    sources: {},
  }) as unknown as Lab;
const found = (lab: Lab): string[] =>
  [...JSON.stringify(lab.introduction).matchAll(/"href":"([^"]*)"/g)].map(([, to = '']) => to);

test('relative links lead to the site of the lab’s page, and others stay', () => {
  expect(found(resolveLinks(linked(), 'https://site.example/p/labs/zfs-migration.html'))).toEqual([
    'https://site.example/p/labs/zfs-directories.html#inside',
    'https://site.example/p/desk.html#lab=a&fix=b=0',
    ...hrefs.slice(2),
  ]);
});

test('relative links lead nowhere without a page', () => {
  expect(found(resolveLinks(linked(), undefined))).toEqual(['#', '#', ...hrefs.slice(2)]);
});
