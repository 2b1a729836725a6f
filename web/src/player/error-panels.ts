// The errors in all tables as small multiples: a panel for each table and system, all on one scale.
import type { Reproduction } from '../engine/protocol';
import { blocksOf } from '../lab/blocks';
import { cellId, isMeasured, isRepeated, roleOf, rowTitle } from '../lab/cells';
import type { Lab, Table } from '../lab/types';

/** One cell's error. */
export interface PanelMark {
  /** The row's index in its table. */
  row: number;
  error: number;
  heldOut: boolean;
  /** The index of the mark's style. */
  style: number;
  cell: string;
  /** The column's configuration and quantity. */
  title: string;
}

/** The columns of a table that belong to one system. */
export interface ErrorPanel {
  /** The id of the table's place on the page. */
  place: string;
  title: string;
  /** The system that the columns share; empty if a table has only one system. */
  system: string;
  rows: string[];
  marks: PanelMark[];
}

/** Splits a group title such as "Monoplex: R13, v4" into system and configuration. */
const parted = (group: string): [system: string, configuration: string] => {
  const [, system, rest] = /^(.+?): (.+)$/.exec(group) ?? [];
  return system !== undefined && rest !== undefined ? [system, rest] : ['', group];
};

/**
 * Returns the style of a configuration: that of the series with the same name in the lab's charts, so that each color
 * has one meaning.
 */
function styleOf(lab: Pick<Lab, 'series'>, configuration: string): number {
  for (const series of Object.values(lab.series)) {
    const at = series.findIndex(({ title }) => title === configuration);
    if (at >= 0) return at % 6;
  }
  return 2;
}

/**
 * Returns the panels of a lab's computed tables. Cells that follow from other cells are left out, because they add no
 * information.
 */
export function panelsOf(
  lab: Lab,
  runs: readonly { table: Table; result: Pick<Reproduction, 'error'> | undefined }[],
): ErrorPanel[] {
  const places = new Map(
    blocksOf(lab).flatMap((block): [string, string][] => (block.kind === 'table' ? [[block.table, block.id]] : [])),
  );
  return runs.flatMap(({ table, result }) => {
    if (isMeasured(table) || isRepeated(lab, table)) return [];
    const panels = new Map<string, ErrorPanel>();
    table.fields.forEach((field, column) => {
      const [system, configuration] = parted(field.group);
      const panel = panels.get(system) ?? {
        place: places.get(table.id) ?? `table-${table.id}`,
        title: table.title,
        system,
        rows: table.rows.map((key) => rowTitle(table, key)),
        marks: [],
      };
      panels.set(system, panel);
      table.rows.forEach((key, row) => {
        const error = result?.error[row * table.fields.length + column] ?? NaN;
        const role = roleOf(table, row, column);
        if (!Number.isFinite(error) || (role !== 'fit' && role !== 'held_out')) return;
        const title = [...new Set([configuration, field.title])].join(', ');
        panel.marks.push({
          row,
          error,
          heldOut: role === 'held_out',
          style: styleOf(lab, configuration),
          cell: cellId(table, key, field),
          title,
        });
      });
    });
    return [...panels.values()].filter(({ marks }) => marks.length > 0);
  });
}
