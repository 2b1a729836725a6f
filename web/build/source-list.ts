// Writes docs/sources.md: everything in the labs' sources, its location, and how well the model reproduces it. It uses
// each lab's inventory and its record of errors, so no model runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../src/lab/blocks.ts';
import { roleOf } from '../src/lab/cells.ts';
import type { Inventory, InventoryEntry, InventoryReference } from '../src/lab/compile/index.ts';
import type { Lab, Role, Table } from '../src/lab/types.ts';
import { compileFolder, LabError, print } from './lab.ts';

/** The recorded result of a cell: the model's relative error, or whether its bound is satisfied. */
type CellResult = number | boolean;

/** Results by table, and within a table by `row/column`. */
export type Results = Readonly<Record<string, Readonly<Record<string, CellResult>>>>;

/** A lab with an inventory. */
export interface ListedLab {
  readonly lab: Pick<Lab, 'id' | 'title' | 'sources' | 'tables' | 'introduction' | 'steps'>;
  readonly inventory: Inventory;
  readonly results: Results;
}

/** The maximum relative error at which a value counts as reproduced. */
const MAX_ERROR = 0.1;

interface JudgedCell {
  readonly role: Role;
  readonly result: CellResult;
  readonly claim?: string;
}

/** The kinds of verdicts, in the order in which they are counted. */
const kinds = {
  reproduced: 'reproduced',
  in_part: 'reproduced in part',
  missed: 'missed',
  satisfied: 'claim satisfied',
  claim_in_part: 'claim satisfied in part',
  not_satisfied: 'claim not satisfied',
  dependent: 'compared, not a test',
  shown: 'shown',
  not_covered: 'not covered',
} as const;

type VerdictKind = keyof typeof kinds;

/** The verdict on an item. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly text: string;
  /** Median and maximum error, if there are errors. */
  readonly errors?: readonly [median: number, worst: number];
}

const keysOf = (table: Table): string[] => table.rows.map(String);

/** Returns the cells that a reference names and that test the model. */
function judgedCells({ lab, results }: ListedLab, at: InventoryReference): JudgedCell[] {
  if (at.kind !== 'cells') return [];
  const table = lab.tables.find(({ id }) => id === at.table);
  if (!table) return [];
  return keysOf(table).flatMap((row, down) =>
    table.fields.flatMap(({ name }, across) => {
      const result = results[table.id]?.[`${row}/${name}`];
      if (result === undefined || (at.row ?? row) !== row || (at.column ?? name) !== name) return [];
      const claim = table.row.values?.find(({ is }) => String(is) === row)?.claim;
      return { role: roleOf(table, down, across), result, ...(claim && { claim }) };
    }),
  );
}

const isDamaged = ({ lab }: ListedLab, entry: InventoryEntry): boolean =>
  entry.at.some(
    (at) => at.kind === 'cells' && lab.tables.find(({ id }) => id === at.table)?.role === ('damaged' satisfies Role),
  );

const words: Partial<Record<Role, string>> = {
  identity: 'arithmetic on other cells',
  input: 'an input of the model',
  built_in: 'built into the model',
  inherited: 'as in another lab',
};

const claimWords: Record<string, string> = {
  in_part: 'a parameter was chosen for this claim',
  not_predictable: 'the claim rests on assumed numbers alone',
};

const isIndependent = ({ role }: JudgedCell): boolean => role === 'fit' || role === 'held_out';

const unique = (list: readonly string[]): string[] => [...new Set(list)];

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [below = NaN, above = NaN] = sorted.slice(half - 1 + (sorted.length % 2), half + 1);
  return sorted.length % 2 ? below : (below + above) / 2;
}

/** Returns the verdict for bounds. */
function judgeBounds(cells: readonly JudgedCell[]): Verdict {
  const met = cells.filter(({ result }) => result === true).length;
  const kind = met === cells.length ? 'satisfied' : met === 0 ? 'not_satisfied' : 'claim_in_part';
  const remarks = unique(cells.flatMap(({ result, claim }) => (result === true && claimWords[claim ?? '']) || []));
  const count = cells.length > 1 ? [`${met} of ${cells.length} bounds`] : [];
  const more = [...count, ...remarks].join('; ');
  return { kind, text: more ? `${kinds[kind]} (${more})` : kinds[kind] };
}

/** Returns the verdict for errors. */
function judgeErrors(cells: readonly JudgedCell[]): Verdict {
  const independent = cells.filter(isIndependent);
  const counted = (independent.length > 0 ? independent : cells).map(({ result }) => Math.abs(Number(result)));
  const errors = [median(counted), Math.max(...counted)] as const;
  if (independent.length === 0)
    return { kind: 'dependent', text: unique(cells.map(({ role }) => words[role] ?? role)).join(', '), errors };
  const good = counted.filter((error) => error <= MAX_ERROR).length;
  const kind = good === counted.length ? 'reproduced' : good === 0 ? 'missed' : 'in_part';
  const heldOut = independent.filter(({ role }) => role === 'held_out').length;
  const role = heldOut === independent.length ? 'held out' : heldOut === 0 ? 'fitted' : `${heldOut} held out`;
  const cellsWord = counted.length > 1 ? `${good} of ${counted.length} cells, ` : '';
  return { kind, text: `${kinds[kind]} (${cellsWord}${role})`, errors };
}

/** Names the evidence for a verdict: printed values, parameters, the model, or an argument in the lab's text. */
function evidenceOf({ when }: InventoryEntry): string {
  if (when === undefined) return 'argued in the lab';
  const calls = [...when.matchAll(/([a-z_]+)\(/g)].map(([, name]) => name);
  if (calls.some((name) => !['abs', 'max', 'min', 'parameter', 'published'].includes(name ?? '')))
    return 'by the model';
  return calls.includes('parameter') ? 'by the lab’s parameters' : 'by printed values';
}

/** Returns the verdict on an entry of a lab's inventory. */
export function judge(listed: ListedLab, entry: InventoryEntry): Verdict {
  if (entry.not_covered !== undefined)
    return { kind: 'not_covered', text: `${kinds.not_covered}: ${entry.not_covered}` };
  const cells = entry.at.flatMap((at) => judgedCells(listed, at));
  const bounds = cells.filter(({ result }) => typeof result === 'boolean');
  const compared = cells.filter(({ result }) => typeof result === 'number');
  const byErrors = compared.length > 0 ? judgeErrors(compared) : undefined;
  const errors = byErrors?.errors && { errors: byErrors.errors };
  if (entry.verdict) {
    const kind = entry.verdict === 'in_part' ? 'claim_in_part' : entry.verdict;
    return { kind, text: `${kinds[kind]} (${evidenceOf(entry)})`, ...errors };
  }
  if (bounds.length > 0) return { ...judgeBounds(bounds), ...errors };
  if (byErrors) return byErrors;
  return { kind: 'shown', text: isDamaged(listed, entry) ? 'shown as a misprint' : kinds.shown };
}

/** Formats a share in percent with about two digits; a third digit would change with every change to a model. */
export const percent = (share: number): string => {
  const value = share * 100;
  return `${value === 0 || value >= 10 ? value.toFixed(0) : value.toPrecision(value < 0.1 ? 1 : 2)} %`;
};

/** Returns the step number of each id, and of the first occurrence of each table. */
function stepsOf({ lab }: ListedLab): Map<string, number> {
  const found = new Map<string, number>();
  lab.steps.forEach(({ id, blocks }, at) => {
    const add = (key: string): void => {
      if (!found.has(key)) found.set(key, at + 1);
    };
    add(`#${id}`);
    for (const block of blocksOf({ introduction: blocks, steps: [] })) {
      if ('id' in block) add(`#${block.id}`);
      if (block.kind === 'table') add(block.table);
    }
  });
  return found;
}

const inStep = (step: number | undefined): string => (step === undefined ? 'introduction' : `step ${step}`);

/** Describes where an entry is treated: `table reread, D221 (step 5)`. */
function whereText(listed: ListedLab, { at }: InventoryEntry, steps: ReadonlyMap<string, number>): string {
  const parts = at.map((each) => {
    if (each.kind === 'parameter') return `parameter \`${each.name}\``;
    if (each.kind === 'block') {
      const step = listed.lab.steps.findIndex(({ id }) => id === each.id);
      return step >= 0 ? `step ${step + 1}` : `\`${each.id}\` (${inStep(steps.get(`#${each.id}`))})`;
    }
    const cells = [each.row, each.column].filter((name) => name !== undefined).join(' ');
    const step = steps.get(each.table);
    return `\`${each.table}\`${cells && ` ${cells}`}${step === undefined ? '' : ` (step ${step})`}`;
  });
  return unique(parts).join('; ');
}

const escapeCell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

const lineOf = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map(lineOf).join('\n');

interface ListedEntry {
  readonly listed: ListedLab;
  readonly entry: InventoryEntry;
  readonly verdict: Verdict;
}

/** Groups the entries by the citation of their source; sources that an inventory covers completely come first. */
function bySource(labs: readonly ListedLab[]): { main: Map<string, ListedEntry[]>; other: Map<string, ListedEntry[]> } {
  const [main, other] = [new Map<string, ListedEntry[]>(), new Map<string, ListedEntry[]>()];
  for (const listed of labs)
    for (const entry of listed.inventory.entries) {
      const { cite = entry.source } = listed.lab.sources[entry.source] ?? {};
      const group = entry.source === listed.inventory.main ? main : other;
      const entries = group.get(cite) ?? [];
      entries.push({ listed, entry, verdict: judge(listed, entry) });
      group.set(cite, entries);
    }
  return { main, other };
}

function counts(entries: readonly ListedEntry[]): string[] {
  const all = Object.keys(kinds) as VerdictKind[];
  return all.map((kind) => String(entries.filter(({ verdict }) => verdict.kind === kind).length));
}

function entryTable(
  entries: readonly ListedEntry[],
  steps: ReadonlyMap<ListedLab, ReadonlyMap<string, number>>,
): string {
  const labs = new Set(entries.map(({ listed }) => listed));
  return tableOf(
    ['Place', 'Kind', 'Item', 'In the lab', 'Verdict', 'Median error', 'Worst error'],
    entries.map(({ listed, entry, verdict }) => {
      const where = entry.at.length > 0 ? whereText(listed, entry, steps.get(listed) ?? new Map()) : '–';
      const inLab = labs.size > 1 && entry.at.length > 0 ? `${listed.lab.id}: ${where}` : where;
      const text = entry.note ? `${verdict.text}. ${entry.note}` : verdict.text;
      const errors = verdict.errors?.map(percent) ?? ['–', '–'];
      return [entry.place, entry.kind, entry.item, inLab, text, ...errors];
    }),
  );
}

/** The command that rewrites the list. */
export const LIST_COMMAND = 'npm run labs -- sources';

/** Writes the list as Markdown. */
export function writeList(labs: readonly ListedLab[]): string {
  const { main, other } = bySource(labs);
  const steps = new Map(labs.map((listed) => [listed, stepsOf(listed)]));
  const labsOf = (entries: readonly ListedEntry[]): string =>
    unique(entries.map(({ listed }) => `[${listed.lab.id}](../labs/${listed.lab.id}/lab.md)`)).join(', ');
  const section = ([cite, entries]: [string, ListedEntry[]]): string =>
    [`## ${cite}`, `Lab: ${labsOf(entries)}.`, entryTable(entries, steps)].join('\n\n');
  const summary = tableOf(
    ['Source', 'Entries', ...Object.values(kinds)],
    [...main].map(([cite, entries]) => [cite, String(entries.length), ...counts(entries)]),
  );
  return `# Contents of the sources, and their place in the labs

Generated from \`labs/*/sources.toml\` and the records \`labs/*/summary.json\` by \`${LIST_COMMAND}\`. Do not edit this file.

Each table, chart, and quantitative or testable claim of the five sources has a line, in the order of the source. A table's line
covers all of its numbers.

- **Reproduced**: the model is within ${percent(MAX_ERROR)} of the printed value. Only independent cells count: “fitted” cells were used to
  choose parameters, “held out” cells were not. **Missed**: the model is farther away.
- **Claim satisfied**: the model's value is inside a bound, or a sentence agrees with the source's own printed values, with the
  model, or with what the lab argues. Conditions in the inventory check the first two cases. **Not satisfied**: all other
  claims.
- **Compared, not a test**: the model could not have been wrong, or the value follows from others. The line gives the reason.
- **Shown**: the lab states the item, and computes nothing that could be compared with it.
- **Not covered**: the line gives the reason.

Errors are relative to the printed value, with two digits.

${summary}

${[...main].map(section).join('\n\n')}

# Tables from other documents

Inventories cover these documents only as far as the labs show their figures.

${[...other].map(section).join('\n\n')}
`;
}

/** Reads the results in a lab's record; reports a missing record. */
function readResults(folder: string, id: string): Results {
  const { tables } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as {
    tables: { id: string; cells?: Record<string, CellResult> }[];
  };
  return Object.fromEntries(
    tables.map(({ id: table, cells }) => {
      if (!cells)
        throw new LabError(
          `labs/${id}/summary.json:1:1: this file has no cells: run pathlength reproduce ${id} --summary --format json > summary.json`,
        );
      return [table, cells];
    }),
  );
}

/** Reads the labs with an inventory from a folder of labs, ordered by the families of their models. */
export async function readListedLabs(labs: string): Promise<ListedLab[]> {
  const found: ListedLab[] = [];
  for (const id of readdirSync(labs).sort()) {
    const folder = join(labs, id);
    const { lab, inventory, problems } = await compileFolder(folder, join(labs, '..'));
    if (!inventory) continue;
    if (!lab) throw new LabError(problems.map(print).join('\n'));
    found.push({ lab, inventory, results: readResults(folder, id) });
  }
  return found;
}
