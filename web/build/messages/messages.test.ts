import { describe, expect, test } from 'vitest';
import { catalogProblems, readCatalog, writeCatalog } from './catalog.ts';
import { messagesOf, translateSource } from './find.ts';
import { pseudo } from './pseudo.ts';
import { isTranslated } from './sources.ts';
import { misfit } from './text.ts';

const inComponent = (markup: string): string[] => messagesOf(markup, 'X.svelte');
const inScript = (script: string): string[] => messagesOf(script, 'x.ts');
const translated = (source: string, file: string, texts: Record<string, string>): string =>
  translateSource(source, file, (message) => texts[message] ?? message);

describe('messages of markup', () => {
  test('are sentences with placeholders and elements', () => {
    expect(
      inComponent('<p>\n  {count(n)} of   <b>all</b> cells; see <a href="x">the <i>long</i> table</a>.\n</p>'),
    ).toEqual(['{0} of <1>all</1> cells; see <2>the <3>long</3> table</2>.']);
  });

  test('end at blocks, and keep code and components as placeholders', () => {
    expect(inComponent('<div>One <p>Two <code>ls</code> and <Icon /></p> three</div>')).toEqual([
      'One',
      'Two {0} and',
      'three',
    ]);
  });

  test('include the branches of a condition, but not those at the end of a sentence', () => {
    expect(inComponent('<p>Use {#if wide}a chart{:else}a table{/if} here. {#if late}Late.{/if}</p>')).toEqual([
      'Late.',
      'a chart',
      'a table',
      'Use {0} here.',
    ]);
  });

  test('include attributes that readers read or hear', () => {
    expect(
      inComponent(
        '<button class="big red" title="Save {name}" aria-label={on ? "hide" : "show"} data-kind="a b">x</button>',
      ),
    ).toEqual(['Save {0}', 'hide', 'show']);
  });
});

describe('messages of scripts', () => {
  test('are sentences, phrases, and single words that begin with a capital', () => {
    expect(
      inScript("const a = 'The file is empty: add a row.'; const b = `${n} rows`; const c = 'Undo'; f('no rows');"),
    ).toEqual(['The file is empty: add a row.', '{0} rows', 'Undo', 'no rows']);
  });

  test.each([
    ['compared strings', "if (kind === 'Slow disk') f(); switch (x) { case 'Two words': }"],
    ['selectors and events', "document.querySelector('main p.note'); on.addEventListener('Some Event', f);"],
    ['styles', "const s = 'min-height: 3px; width: 2px;'; const v = 'var(--rule)';"],
    ['types', "type Verb = 'Not done' | 'All done';"],
    ['addresses', "const u = 'https://example.org/a b'; const p = '/labs/x y';"],
    ['names of keys', "const k = ['Enter', 'Home', 'Escape'];"],
    ['imports', "import x from './Some Thing'; export * from './Other Thing';"],
  ])('are not %s', (_, script) => {
    expect(inScript(script)).toEqual([]);
  });

  test('leave a string alone that the same file compares', () => {
    expect(inScript("let state = 'Not done'; if (state === 'Not done') f();")).toEqual([]);
  });

  test('include what the source marks as a text for readers', () => {
    expect(inScript("if (kind === 'question') f('question' satisfies Words, `“${x}”` satisfies Words);")).toEqual([
      'question',
      '“{0}”',
    ]);
    expect(inScript("f('question' satisfies Kind);")).toEqual([]);
  });

  test('include both forms of a counted noun', () => {
    expect(inScript("counted(n, 'cell', 'cells');")).toEqual(['cell', 'cells']);
  });
});

describe('translation', () => {
  test('replaces a sentence, moves its parts, and keeps the rest of the file', () => {
    const source = '<script lang="ts">\n  const n = 1;\n</script>\n\n<p>Show <b>all</b> of {n} cells.</p>\n';
    const german = { 'Show <0>all</0> of {1} cells.': 'Von {1} Zellen <0>alle</0> zeigen.' };
    expect(translated(source, 'X.svelte', german)).toBe(
      source.replace('Show <b>all</b> of {n} cells.', 'Von {n} Zellen <b>alle</b> zeigen.'),
    );
  });

  test('escapes what markup and templates would read as code', () => {
    expect(
      translated('<p title="Open it">Some text</p>', 'X.svelte', { 'Open it': 'a "b" {c}', 'Some text': '<&>' }),
    ).toBe('<p title="a &#34;b&#34; &#123;c&#125;">&#60;&#38;></p>');
    expect(translated('const a = `Row ${n} of it`;', 'x.ts', { 'Row {0} of it': '`${x}` {0}' })).toBe(
      'const a = `\\`\\${x}\\` ${n}`;',
    );
  });

  test('translates the parts of an expression inside a sentence', () => {
    const texts = { 'It has {0}.': 'Hat {0}.', 'one page': 'eine Seite', '{0} pages': '{0} Seiten' };
    expect(translated("const t = `It has ${n === 1 ? 'one page' : `${n} pages`}.`;", 'x.ts', texts)).toBe(
      'const t = `Hat ${n === 1 ? "eine Seite" : `${n} Seiten`}.`;',
    );
  });

  test('without translations returns the source', () => {
    const source =
      '<script lang="ts">\n  f(\'Some words\', `and ${1} more`);\n</script>\n<p>Text {a} <b>more</b> text</p>';
    expect(translated(source, 'X.svelte', {})).toBe(source);
  });
});

describe('catalog', () => {
  const messages = new Map([
    ['Save {0}', ['a.ts']],
    ['quoted “text”,\nand a line', ['b.ts', 'c.svelte']],
  ]);

  test('is read as it was written', () => {
    const known = new Map([
      ['Save {0}', '{0} sichern'],
      ['quoted “text”,\nand a line', 'Zitat: „Text“\nund "mehr"'],
    ]);
    expect(readCatalog(writeCatalog('de', messages, known))).toEqual(known);
  });

  test('lists missing, unknown, and damaged translations', () => {
    const damaged = new Map([
      ['Save {0}', 'Sichern'],
      ['Old', 'Alt'],
    ]);
    expect(catalogProblems(messages.keys(), damaged)).toEqual([
      'not translated: quoted “text”,\nand a line',
      'no such message: Old',
      '“Sichern”: needs {0}, has none',
    ]);
  });

  test.each([
    ['a <0>b</0> {1}', '{1} <0>c</0>', undefined],
    ['a {0}', 'b {0} {0}', 'needs {0}, has {0} {0}'],
    ['<0>a</0>', '<0>b', '<0> is not closed'],
    ['<0>a</0>', 'b</0>', '</0> closes no element'],
  ])('compares the parts of “%s” and “%s”', (message, translation, problem) => {
    expect(misfit(message, translation)).toBe(problem);
  });
});

test('pseudo-language keeps placeholders, and adds accents and length', () => {
  expect(pseudo('Save <0>all</0> {1}')).toBe('Šàvé <0>àll</0> {1}···');
  expect(pseudo('A sentence of more than twenty letters')).toMatch(/š·{6} ·{6}$/);
  expect(misfit('Save <0>all</0> {1} ', pseudo('Save <0>all</0> {1} '))).toBeUndefined();
});

test.each([
  ['player/Rail.svelte', true],
  ['views/zfs/words.ts', true],
  ['views/tape/words.ts', false],
  ['player/progress.test.ts', false],
  ['author/Editor.svelte', false],
])('catalog has the messages of %s: %s', (path, expected) => {
  expect(isTranslated(path)).toBe(expected);
});
