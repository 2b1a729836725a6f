// No text above a prediction may contain its answer: a reader would look it up instead of predicting.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../labs/', import.meta.url));
const text = (lab: string): string => readFileSync(`${folder}${lab}/lab.md`, 'utf8');
const labs = readdirSync(folder).filter((lab) => existsSync(`${folder}${lab}/lab.md`));

/**
 * Returns the predictions of one published number, each with the elements above it that show the number: its figure or
 * its whole table.
 */
function answersAbove(lab: string): [prediction: string, shownBy: string[]][] {
  const predictions = lab.matchAll(
    /predict\{#(\S+) kind=number [^}]*answer='published\("(\S+)", "?(\w+)"?, "(\w+)"\)'\}/g,
  );
  return [...predictions].map(({ 1: id = '', 2: table = '', 3: row = '', 4: column = '', index }) => {
    const above = lab.slice(0, index);
    const shown = [`published:${table}/${row}/${column})`, `::table{ref=${table}}`];
    return [id, shown.filter((one) => above.includes(one))];
  });
}

describe('prediction of a published number', () => {
  test.each(labs)('in %s comes before the number is shown', (lab) => {
    expect(answersAbove(text(lab)).filter(([, shown]) => shown.length > 0)).toEqual([]);
  });

  test('is found even if its number is above it', () => {
    const predict = `::::predict{#p kind=number unit="times" answer='published("t", 50000, "c")'}`;
    expect(answersAbove(predict)).toEqual([['p', []]]);
    expect(answersAbove(`[97](published:t/50000/c)\n${predict}`)).toEqual([['p', ['published:t/50000/c)']]]);
    expect(answersAbove(`::table{ref=t}\n${predict}`)).toEqual([['p', ['::table{ref=t}']]]);
    expect(answersAbove(`${predict}\n::table{ref=t}`)).toEqual([['p', []]]);
  });

  test('occurs four times in disk-paths', () => {
    expect(answersAbove(text('disk-paths')).map(([id]) => id)).toEqual(['p-total', 'p-overall', 'p-block', 'p-fill']);
  });
});
