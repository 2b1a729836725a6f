// Labs by malicious authors, or typed at random: no text becomes markup, and nothing hangs.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalJson, print, type Compiled } from '../web/src/lab/compile/index.ts';
import { at, base, compiled } from './base-lab.ts';
import { addresses, asMarkdown, payloads, textPlaces, withText } from './xss.ts';

const main = base['lab.md'] ?? '';

const schema = JSON.parse(readFileSync(at('labs/schema/lab.schema.json'), 'utf8')) as object;
const validate = new Ajv2020({ strict: false, formats: { double: true, uint8: true, uint32: true } }).compile(schema);
const invalid = ({ lab }: Compiled): unknown =>
  lab && !validate(JSON.parse(canonicalJson(lab))) ? validate.errors : null;

/** Returns every link of a compiled lab. */
const links = (compiled: Compiled): string[] =>
  [...JSON.stringify(compiled).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)].map(
    ([, json = '']) => JSON.parse(json) as string,
  );

describe('text that would be script', () => {
  test.each(payloads)('stays text in every location of a lab: %s', (text) => {
    const result = compiled(withText(base, text));
    expect(result.problems.filter(({ severity }) => severity === 'error').map(print)).toEqual([]);
    expect(invalid(result)).toBeNull();
    const all = JSON.stringify([result.lab, result.teacher]);
    expect(all.split(JSON.stringify(text).slice(1, -1)).length - 1).toBeGreaterThanOrEqual(textPlaces);
  });

  test.each(payloads)('is refused or stays text where Markdown reads it: %s', (text) => {
    const result = compiled({ ...base, 'lab.md': main.replace('### A heading', () => `${text}\n\nA ${text} b`) });
    expect(invalid(result)).toBeNull();
    if (/<\/?[a-z]+[^<>`]*>/i.test(text)) expect(result.lab).toBeUndefined();
  });

  test.each(addresses)('is refused as the address of a link: %s', (address) => {
    for (const link of [`[x](${address})`, `[x][y] <${address}>\n\n[y]: <${address}>`]) {
      const result = compiled({ ...base, 'lab.md': main.replace('### A heading', () => link) });
      for (const href of links(result)) {
        const { protocol, host } = new URL(href, 'https://this.example/labs/');
        expect([protocol, host === 'this.example' || host === 'example.org']).toEqual(['https:', true]);
      }
    }
    const source = compiled({
      ...base,
      'lab.md': main.replace('https://example.org/document', () => address.replaceAll('\\', '\\\\')),
    });
    expect(source.lab).toBeUndefined();
  });

  test('is read literally when it is escaped', () => {
    const text = payloads.join(' ');
    const { lab } = compiled({ ...base, 'lab.md': main.replace('It takes longer.', () => asMarkdown(text)) });
    expect(JSON.stringify(lab)).toContain(JSON.stringify(text).slice(1, -1));
  });
});

describe('lab that is too large', () => {
  test.each([
    ['a line of ten megabytes', 'a'.repeat(10_000_000)],
    ['a file of three megabytes', 'a\n'.repeat(1_500_000)],
    ['a line of 100,001 characters', 'a'.repeat(100_001)],
    ['thousands of blocks', 'a\n\n'.repeat(2_500)],
    ['thousands of directives', '::cite{source=own}\n\n'.repeat(2_500)],
    ['quotations in quotations', `${'> '.repeat(30)}a`],
    ['lists in lists', `${'- '.repeat(30)}a`],
    ['blocks that are never closed', ':::note\n'.repeat(1_000)],
    ['brackets', '['.repeat(50_000)],
    ['emphasis', '*a_ '.repeat(20_000)],
    ['a paragraph without an end', 'word '.repeat(10_000)],
    ['many stretches of marks', `${'*a_ '.repeat(300)}\n\n`.repeat(100)],
  ])('is refused before it is read: %s', (_, text) => {
    const result = compiled({ ...base, 'lab.md': main.replace('### A heading', () => text) });
    expect(result.lab).toBeUndefined();
    expect(result.problems.map(print).join()).toMatch(/longer|larger|more than|too many/);
  });

  test.each(['[', '{', '- ', '? ', '&a [', '"', '!!a ', 'a: '])('also in its front matter: %j', (mark) => {
    for (const count of [100, 50_000])
      expect(
        compiled({ ...base, 'lab.md': main.replace('minutes: 10', () => mark.repeat(count)) }).lab,
      ).toBeUndefined();
  });

  test.each(['[', '{ a = ', '[[a]]\n', 'a.', '"""'])('also in its TOML: %j', (mark) => {
    for (const count of [100, 50_000])
      expect(compiled({ ...base, 'parameters.toml': `x = ${mark.repeat(count)}` }).lab).toBeUndefined();
  });
});

/** Returns the settings of fast-check for a given number of runs. */
const runs = (numRuns: number) => ({ numRuns, endOnFailure: true });

const names = [
  'step',
  'note',
  'teacher',
  'predict',
  'reveal',
  'question',
  'choice',
  'feedback',
  'hint',
  'chart',
  'control',
];
const leaves = ['chart', 'control', 'table', 'model', 'image', 'cite', 'note', 'nothing'];
const values = [
  'names',
  'lookups',
  'own',
  'choice',
  'number',
  'curve',
  'p-larger',
  '10 100',
  'log',
  '',
  '5 %',
  'external_throughput',
  'n = 1, 2',
  'format=v4',
  '"',
  'near(1, 2)',
  '__proto__',
  'constructor',
];
const keys = [
  'kind',
  'title',
  'x',
  'y',
  'values',
  'points',
  'range',
  'after',
  'answer',
  'unit',
  'tolerance',
  'setting',
  'ref',
  'view',
  'src',
  'alt',
  'source',
  'right',
  'wrong',
  'when',
  'choice',
  'draw',
  'with',
  'series',
  'relative',
  'mark',
  '__proto__',
  'constructor',
  'class',
];

const attribute = fc
  .tuple(fc.constantFrom(...keys), fc.constantFrom(...values))
  .map(([key, value]) => `${key}="${value}"`);
const attributes = fc
  .tuple(fc.option(fc.constantFrom('#a', '#b', '#p-larger', '#toString', '.c')), fc.array(attribute, { maxLength: 5 }))
  .map(([id, list]) => `{${[id ?? '', ...list].join(' ')}}`);
const fragment = fc.oneof(
  fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.constantFrom(...names), attributes)
    .map(([n, name, a]) => `\n${':'.repeat(n)}${name}${a}\n`),
  fc.tuple(fc.constantFrom(...leaves), attributes).map(([name, a]) => `\n::${name}${a}\n`),
  fc.integer({ min: 3, max: 6 }).map((n) => `\n${':'.repeat(n)}\n`),
  fc.constantFrom(
    '\n\n',
    '# a\n',
    '### a\n',
    '- ',
    '1. ',
    '> ',
    '```\n',
    '| a | b |\n| - | - |\n',
    '<b>',
    '<!--',
    '![a](b)',
    '[a][b]',
    '[b]: c\n',
    '***\n',
    '\t',
    '\\',
    '&amp;',
    '`',
    '**',
    '_',
    '12 ms',
    ':name',
    '2.5:1',
    '\0',
    '\r',
    '\u2028',
    '﻿',
  ),
  fc
    .tuple(
      fc.constantFrom('published', 'derived', 'model', 'assumed', 'documented', 'draw', 'javascript'),
      fc.constantFrom('lookups/2000/v4_e', '1 + 1', 'own', 'n', '__proto__/a/b', '', 'x y'),
    )
    .map(([scheme, rest]) => `[2](<${scheme}:${rest}>)`),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

describe('any text at all', () => {
  test('is compiled to a lab of the published format, or reported with a problem', () => {
    const soup = fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(''));
    fc.assert(
      fc.property(soup, fc.boolean(), (text, inStep) => {
        const place = inStep ? '### A heading' : ':::::step{#measured';
        const result = compiled({ ...base, 'lab.md': main.replace(place, (old) => `${text}\n\n${inStep ? '' : old}`) });
        expect(invalid(result)).toBeNull();
        expect(result.lab !== undefined).toBe(result.problems.every(({ severity }) => severity === 'warning'));
        for (const { line, column } of result.problems) expect(line > 0 && column > 0).toBe(true);
      }),
      runs(150),
    );
  });

  test('does the same as any file of a lab with lines removed, doubled, and added', () => {
    const edit = fc.record({
      file: fc.constantFrom(...Object.keys(base).filter((name) => !name.endsWith('.svg'))),
      where: fc.double({ min: 0, max: 1, noNaN: true }),
      take: fc.integer({ min: 0, max: 3 }),
      put: fc.oneof(
        fc.constantFrom(
          '',
          ']',
          '}',
          '"',
          'a = 1',
          '[a]',
          'a: b',
          '---',
          '- a',
          '__proto__: {}',
          '[__proto__]',
          'nan',
          ',,,',
        ),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const files: Record<string, string> = { ...base };
        for (const { file, where, take, put } of edits) {
          const lines = (files[file] ?? '').split('\n');
          lines.splice(Math.floor(where * lines.length), take, put);
          files[file] = lines.join('\n');
        }
        expect(invalid(compiled(files))).toBeNull();
      }),
      runs(150),
    );
  });
});
