// The compiler's output for each directive, on a small lab that contains all of them.
import { describe, expect, test } from 'vitest';
import { canonicalJson, print } from '../web/src/lab/compile/index.ts';
import { blocksOf } from '../web/src/lab/blocks.ts';
import { plainText } from '../web/src/lab/plain-text.ts';
import type { Block, Inline, Lab } from '../web/src/lab/types.ts';
import { base, compiled } from './base-lab.ts';

const main = base['lab.md'] ?? '';

/** Returns the lab with `text` in place of its first heading. */
function labWith(text: string, place = '### A heading'): Lab {
  const { lab, problems } = compiled({ ...base, 'lab.md': main.replace(place, () => text) });
  if (!lab) throw new Error(problems.map(print).join('\n'));
  return lab;
}
const whole = labWith('### A heading');
const all = blocksOf(whole);
const byId = (id: string): Block | undefined => all.find((block) => 'id' in block && block.id === id);
const paragraph = (text: string) => ({ kind: 'paragraph', text: [{ kind: 'text', text }] });

describe('directive', () => {
  test('step', () => {
    expect(whole.steps.map(({ id, title }) => [id, title])).toEqual([
      ['measured', 'Published lookups'],
      ['asked', 'What follows'],
    ]);
    expect(whole.introduction.map(({ kind }) => kind)).toEqual(['paragraph', 'note']);
  });

  test('note, with Markdown in it', () => {
    expect(whole.introduction[1]).toEqual({
      kind: 'note',
      title: 'A note',
      blocks: [
        paragraph('A list:'),
        {
          kind: 'list',
          start: 1,
          items: [[paragraph('one')], [{ kind: 'paragraph', text: [{ kind: 'code', text: 'two' }] }]],
        },
      ],
    });
  });

  test('predict, with choices and hints', () => {
    expect(byId('p-larger')).toEqual({
      kind: 'predict',
      id: 'p-larger',
      ask: [paragraph('What happens to a lookup?')],
      guess: {
        kind: 'choice',
        choices: [
          { id: 'same', text: [{ kind: 'text', text: 'Nothing.' }], right: false },
          { id: 'slower', text: [{ kind: 'text', text: 'It takes longer.' }], right: true },
        ],
      },
      hints: [[paragraph('Think.')]],
    });
  });

  test('predict, with a number or a curve', () => {
    expect(byId('p-number')).toMatchObject({
      guess: { kind: 'number', unit: 'operations/s', answer: 'external_throughput(names=2000)' },
    });
    expect(byId('p-curve')).toMatchObject({
      guess: {
        kind: 'curve',
        x: 'names',
        y: 'external_throughput',
        points: [2000, 20000],
        range: [1000, 1_000_000],
        x_scale: 'log',
        y_scale: 'log',
        given: 'published("lookups", 2000, "v4_e")',
        scenario: { format: 'v4' },
      },
    });
  });

  test('reveal, with a chart in it', () => {
    expect(all.find((block) => block.kind === 'reveal')).toEqual({
      kind: 'reveal',
      after: 'p-larger',
      blocks: [paragraph('It takes longer.'), byId('larger')],
    });
    expect(byId('larger')).toEqual({
      kind: 'chart',
      id: 'larger',
      title: 'Lookups a second',
      mark: 'line',
      x: 'names',
      values: [1000, 100_000],
      x_scale: 'log',
      y: 'external_throughput',
      per: 'internal_throughput',
      y_scale: 'log',
      series: 'formats',
      relative: true,
      scenario: { machine: 'z196' },
      prediction: 'p-curve',
    });
  });

  test('predict, with feedback to a curve', () => {
    const text = main
      .replace('given=', 'tolerance="10 %" given=')
      .replace(
        'Draw it.\n',
        'Draw it.\n\n:::feedback{when="last > y2000"}\nUp.\n:::\n\n:::feedback{wrong}\nNo.\n:::\n\n' +
          ':::feedback{right}\nYes.\n:::\n',
      );
    const { lab, problems } = compiled({ ...base, 'lab.md': text });
    if (!lab) throw new Error(problems.map(print).join('\n'));
    // The right curve comes first. A tenth of the axis from 1,000 to 1,000,000 is a factor of about 2; the first point
    // is given.
    const right = `abs(log(y20000 / external_throughput(names=20000, format=v4))) <= ${0.1 * Math.log(1000)}`;
    expect(blocksOf(lab).find((block) => 'id' in block && block.id === 'p-curve')).toMatchObject({
      feedback: [
        { to: { kind: 'when', condition: right }, blocks: [paragraph('Yes.')] },
        { to: { kind: 'when', condition: 'last > y2000' }, blocks: [paragraph('Up.')] },
        { to: { kind: 'wrong' }, blocks: [paragraph('No.')] },
      ],
    });
  });

  test('question, with a number, draws, and feedback', () => {
    expect(byId('q-pages')).toMatchObject({
      answer: { kind: 'number', value: 'n / (125 names) * 1 pages', unit: 'pages', tolerance: '5 %' },
      points: 2,
      draws: [{ name: 'n', values: [2000, 20000], unit: 'names' }],
      after: 'larger',
      feedback: [
        { to: { kind: 'right' } },
        { to: { kind: 'when', condition: 'near(n / (2 names) * 1 pages, 5 %)' } },
        { to: { kind: 'wrong' }, blocks: [paragraph('How often do 125 names fit?')] },
      ],
      hints: [[paragraph('Divide.')]],
    });
    const [ask] = (byId('q-pages') as Block & { kind: 'question' }).ask;
    expect(ask).toMatchObject({
      text: [{ text: 'How many pages do ' }, { kind: 'drawn', name: 'n' }, { text: ' names need?' }],
    });
  });

  test('question, with numbers drawn from ranges', () => {
    const lab = labWith(
      '::::question{#q-drawn kind=number unit=names tolerance="5 %" answer="n * m" draw="n = 30, 10 to 40 step 10 names; m = 1 to 1.3 step 0.1"}\n' +
        'How many?\n\n:::feedback{right}\nYes.\n:::\n\n:::feedback{wrong}\nNo.\n:::\n::::',
    );
    expect(blocksOf(lab).find((block) => 'id' in block && block.id === 'q-drawn')).toMatchObject({
      // The first value is for readers without an assignment; values from a range do not repeat it.
      draws: [
        { name: 'n', values: [30, 10, 20, 40], unit: 'names' },
        { name: 'm', values: [1, 1.1, 1.2, 1.3], unit: '' },
      ],
    });
  });

  test('question, with one choice or several', () => {
    expect(byId('q-which')).toMatchObject({ answer: { kind: 'choice', many: false }, points: 1 });
    expect(byId('q-which')).toMatchObject({
      feedback: [{ to: { kind: 'right' } }, { to: { kind: 'choice', id: 'b' } }],
    });
    expect(byId('q-all')).toMatchObject({ answer: { kind: 'choice', many: true } });
  });

  test('control, with the model’s description of the setting', () => {
    expect(byId('names')).toMatchObject({
      setting: 'names',
      title: 'Names',
      input: { kind: 'number', least: 1000, greatest: 100_000, whole: true, scale: 'log', unit: 'names' },
    });
    expect(byId('control-plex')).toMatchObject({
      title: 'System',
      input: {
        kind: 'word',
        options: [
          { word: 'client', title: 'sysplex client' },
          { word: 'monoplex', title: 'monoplex' },
        ],
      },
    });
    expect(byId('control-readdir-search')).toMatchObject({ input: { kind: 'switch' } });
  });

  test('table, model, image, and cite', () => {
    expect(byId('table-lookups')).toEqual({ kind: 'table', id: 'table-lookups', table: 'lookups' });
    expect(byId('inside')).toEqual({ kind: 'model', id: 'inside', view: 'directory', title: 'Inside' });
    expect(all.find(({ kind }) => kind === 'image')).toEqual({
      kind: 'image',
      src: 'images/pages.svg',
      alt: 'A square',
      caption: [{ kind: 'text', text: 'The pages' }],
    });
    expect(all.find(({ kind }) => kind === 'cite')).toEqual({ kind: 'cite', source: 'own', place: 'page 1' });
  });

  test('teacher: in the guide, and not in the lab', () => {
    const { lab, teacher } = compiled(base);
    expect(teacher.remarks).toEqual([{ step: 'measured', blocks: [paragraph('For teachers.')] }]);
    expect(teacher.notes.map(({ kind }) => kind)).toEqual(['heading', 'paragraph']);
    expect(canonicalJson(lab)).not.toContain('For teachers.');
  });
});

describe('figure', () => {
  const figures = all.flatMap((block) =>
    'text' in block ? (block.text as Inline[]).filter((inline) => inline.kind === 'figure') : [],
  );

  test('of every origin', () => {
    expect(figures).toMatchObject([
      { origin: 'published', text: '300,000', expression: 'published("lookups", 2000, "v4_e")' },
      { origin: 'derived', text: '3.75 times', source: 'Your document, and the place in it' },
      { origin: 'model', text: '77,000', expression: 'external_throughput(format=v4, names=20000)' },
      { origin: 'documented', text: '8 KB', source: 'A document, page 2' },
      { origin: 'assumed', text: '20 bytes', source: 'nobody says how long names are' },
    ]);
    expect(figures[0]).toMatchObject({ source: expect.stringContaining('Names per directory 2000') as string });
  });
});

describe('text', () => {
  test('keeps a number and the symbol of its unit on one line', () => {
    const choices = ':::choice{#u-yes right}\nYes.\n:::\n\n:::choice{#u-no}\nNo.\n:::';
    const asked = blocksOf(
      labWith(
        `::::predict{#p-units kind=choice}\nDo 5\nMiB fit, or 30 % of 3 steps?\n\n${choices}\n::::\n\n::::reveal{after=p-units}\nYes.\n::::`,
      ),
    ).find((block) => 'id' in block && block.id === 'p-units');
    expect(asked).toMatchObject({ ask: [paragraph('Do 5\u00a0MiB fit, or 30\u00a0% of 3 steps?')] });
  });

  test('keeps a figure and the symbol of its unit on one line', () => {
    const block = blocksOf(
      labWith('They take [20](<assumed:guess> "why") ms and [20](<assumed:guess> "why") steps.'),
    ).find((block) => 'text' in block && plainText(block.text as Inline[]).startsWith('They take'));
    expect(block && plainText((block as { text: Inline[] }).text)).toBe('They take 20\u00a0ms and 20 steps.');
  });

  test.each(['Ratio 2.5:1 is not 12:30, DASD:zFS, z/VM:CP, key:value, 10:1 compaction', 'a ::b c', 'x:[y]{z} :w'])(
    'keeps its colons: %s',
    (text) => {
      expect(blocksOf(labWith(text))).toContainEqual(paragraph(text));
    },
  );

  test('keeps colons in code', () => {
    expect(blocksOf(labWith('```\n:::note\n::x\n:::\n```'))).toContainEqual({
      kind: 'code',
      code: ':::note\n::x\n:::',
    });
    expect(blocksOf(labWith('A `:::` b'))).toContainEqual({
      kind: 'paragraph',
      text: [
        { kind: 'text', text: 'A ' },
        { kind: 'code', text: ':::' },
        { kind: 'text', text: ' b' },
      ],
    });
  });

  test('links to steps, under old names too', () => {
    const { aliases } = labWith('[a](#asked) [b](#growing) [c](https://example.org/a:b) [d](../b.html#c)');
    expect(aliases).toEqual({ growing: 'larger' });
  });

  test('is the same with other line endings and a byte order mark', () => {
    const files = Object.fromEntries(
      Object.entries(base).map(([name, text]) => [name, `\ufeff${text.replaceAll('\n', '\r\n')}`]),
    );
    expect(canonicalJson(compiled(files).lab)).toBe(canonicalJson(whole));
  });
});

test('canonical JSON has its keys in order, and the same bytes each time', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'é' })).toBe('{"a":"é","b":[{"c":null,"d":1}]}');
  expect(canonicalJson(compiled(base).lab)).toBe(canonicalJson(whole));
  expect(canonicalJson(whole)).toMatch(/"format":2,/);
});
