import { describe, expect, test } from 'vitest';
import { exampleTable } from '../examples.ts';
import { filesInMemory, type LabFiles } from './files.ts';
import { inheritBeside } from './inherited.ts';

/** A lab that has fitted `search` and inherits `old`. */
const origin = filesInMemory('origin', {
  'parameters.toml': `[search]
title = "Search"
value = 11.85
unit = "us"
provenance = "fitted"
source = "S"
fitted_on = ["all"]

[guess]
title = "Guess"
value = 3
unit = "us"
provenance = "assumed"
source = "T"
chosen_with = ["all:10", "all:20", "slide", "elsewhere"]

[old]
inherited_from = "older"
`,
});

const table = (id: string, from?: string) =>
  exampleTable({
    id,
    role: 'inherited',
    because: 'The same slide.',
    fields: [],
    rows: [10],
    cells: [[]],
    ...(from && { from }),
  });

/** Returns the parameter as inherited by a lab with a copy of the table and two other tables. */
const inherited = (name: string, lab = 'origin', files: Partial<LabFiles> = {}): unknown => {
  const own = { ...filesInMemory('own', {}), beside: (id: string) => (id === 'origin' ? origin : undefined), ...files };
  return inheritBeside(own, [table('copy', 'origin/all'), table('other', 'origin/slide'), table('third')])(name, lab);
};

describe('inherited parameter', () => {
  test('is that of the other lab, and names the copies of the tables that it was fitted to', () => {
    expect(inherited('search')).toEqual({
      title: 'Search',
      value: 11.85,
      unit: 'us',
      provenance: 'inherited',
      source: 'S',
      inherited_from: 'origin',
      fitted_on: ['copy'],
    });
  });

  test('keeps its provenance when it was not fitted', () => {
    expect(inherited('guess')).toMatchObject({
      value: 3,
      provenance: 'assumed',
      source: 'T',
      inherited_from: 'origin',
      // The copy contains one of the rows that were known when the parameter was chosen.
      chosen_with: ['copy:10', 'other'],
    });
  });

  test('is a message when the parameter is not available', () => {
    expect(inherited('search', 'nowhere')).toBe('there is no lab "nowhere" next to this one: name a folder of labs/');
    expect(inherited('more')).toBe(
      'the lab origin has no parameter more: remove `inherited_from` and give the parameter a value',
    );
    expect(inherited('old')).toBe('the lab origin inherits old from older: write inherited_from = "older"');
  });

  test('is a message with the fix when no other lab is available', () => {
    const alone = inheritBeside(filesInMemory('own', {}), []);
    expect(alone('search', 'origin')).toBe(
      'the lab "origin" is not available here: write title, value, unit, provenance, and source instead of `inherited_from`',
    );
  });
});
