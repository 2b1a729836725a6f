// docs/sources.md is up to date with the inventories and the records of the labs.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { judge, LIST_COMMAND, readListedLabs, writeList, type ListedLab } from '../web/build/source-list.ts';
import { at } from './base-lab.ts';

let labs: ListedLab[] = [];
// All labs are compiled with the figures in their texts, which the models compute. On a busy machine, this takes more
// time than usual.
beforeAll(async () => {
  labs = await readListedLabs(at('labs'));
}, 240_000);

describe('list of the sources', () => {
  test('has all five sources', () => {
    const cites = labs.map(({ lab, inventory }) => lab.sources[inventory.main]?.cite);
    expect(labs.map(({ lab }) => lab.id)).toEqual([
      'disk-paths',
      'journaling',
      'sfs-file-pool',
      'tape-compression',
      'zfs-directories',
      'zfs-migration',
    ]);
    expect(new Set(cites).size).toBe(5);
  });

  test('is up to date', () => {
    const written = readFileSync(at('docs/sources.md'), 'utf8');
    expect(written === writeList(labs), `docs/sources.md is out of date: run ${LIST_COMMAND}`).toBe(true);
  });

  test('has claims that do not hold', () => {
    const verdicts = labs.flatMap((listed) =>
      listed.inventory.entries.map((entry) => ({ item: entry.item, kind: judge(listed, entry).kind })),
    );
    const kindOf = (part: string) => verdicts.find(({ item }) => item.includes(part))?.kind;
    expect(kindOf('shows the average of the ratios')).toBe('not_satisfied');
    expect(kindOf('No data loss')).toBe('not_satisfied');
  });
});
