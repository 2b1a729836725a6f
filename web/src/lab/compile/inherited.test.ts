import { describe, expect, test } from 'vitest';
import type { Parameter } from '../types.ts';
import { exampleTable } from '../examples.ts';
import { filesInMemory, SourceFile, type LabFiles } from './files.ts';
import { checkInherited } from './inherited.ts';
import { print, Problems } from './problems.ts';

/** A lab that has fitted `search` to the two cells of role "fit" of a table. */
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
source = "S"
`,
  'data/all.toml': `title = "T"
source = "S"
role = "fit"

[row]
name = "names"
title = "Names"

[[roles]]
rows = [20]
role = "held_out"

[[fields]]
name = "rate"
title = "Rate"
group = "G"
unit = "operations/s"
output = "rate"
`,
  'data/all.csv': 'names,rate\n2,100\n20,50\n50,40\n',
});

const table = (id: string, values: number[]) =>
  exampleTable({
    id,
    fields: [{ name: 'rate', title: 'Rate', group: 'G', unit: 'operations/s', output: 'rate' }],
    rows: values,
    cells: values.map((value) => [value]),
  });
const parameter: Parameter = {
  title: 'Search',
  value: 11.85,
  unit: 'us',
  provenance: 'inherited',
  source: 'S',
  inherited_from: 'origin',
  fitted_on: ['copy'],
};

/** Problems of an inherited parameter, in a lab that copies two fitted cells and has a table of other cells. */
function messages(changed: Partial<Parameter>, name = 'search'): string[] {
  const problems = new Problems();
  const source = new SourceFile('parameters.toml', `\n[${name}]\nvalue = 1\n`, problems);
  const own: LabFiles = { ...filesInMemory('own', {}), beside: (id) => (id === 'origin' ? origin : undefined) };
  checkInherited(
    source,
    { [name]: { ...parameter, ...changed } },
    [table('copy', [40, 100]), table('other', [7])],
    own,
  );
  return problems.sorted().map(print);
}

describe('inherited parameter', () => {
  test('is fine when it is as in the lab that fitted it', () => {
    expect(messages({})).toEqual([]);
  });

  test('is refused when its value or its unit is another one', () => {
    const message = 'parameters.toml:2:1: [search]: the lab origin has 11.85 us: write that value and unit';
    expect([messages({ value: 11.9 }), messages({ unit: 'ms' })]).toEqual([[message], [message]]);
  });

  test('is refused when the other lab has not fitted it', () => {
    expect(messages({ value: 3 }, 'guess')).toEqual([
      'parameters.toml:2:1: [guess]: the lab origin says "assumed" of it, not "fitted": say so here as well',
    ]);
    expect(messages({}, 'nothing')).toEqual([
      'parameters.toml:2:1: [nothing]: the lab origin has no parameter nothing: take out `inherited_from`',
    ]);
  });

  test('is refused when it does not name the table with the cells that it was fitted to, or another one', () => {
    const message =
      'parameters.toml:2:1: [search]: the lab origin has fitted it to the cells of copy: write fitted_on = ["copy"]';
    expect(messages({ fitted_on: [] })).toEqual([message]);
    expect(messages({ fitted_on: ['copy', 'other'] })).toEqual([message]);
  });

  test('is refused when the lab is not there, and left alone where no other lab can be', () => {
    expect(messages({ inherited_from: 'nowhere' })).toEqual([
      'parameters.toml:2:1: [search]: there is no lab "nowhere" beside this one',
    ]);
    const problems = new Problems();
    const source = new SourceFile('parameters.toml', '', problems);
    checkInherited(source, { search: { ...parameter, value: 1 } }, [], filesInMemory('own', {}));
    expect(problems.sorted()).toEqual([]);
  });
});
