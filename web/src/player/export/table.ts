// A published table with the model's values, one cell per row, like the CSV output of `pathlength reproduce`.
import { isMet, margin, readBound } from '../../lab/bounds';
import { isModelled } from '../../lab/cells';
import { chosenInView } from '../../lab/chosen';
import { roles, type FitRecord, type Lab, type Table } from '../../lab/types';
import type { Reproduction } from '../../engine/protocol';

type Columns = Pick<Reproduction, 'published' | 'model' | 'error' | 'role' | 'half_width'>;

export const tableColumns = [
  'table',
  'row',
  'column',
  'metric',
  'unit',
  'published',
  'model',
  'error',
  'role',
  'half_width',
  'least',
  'most',
  'met',
  'margin',
  'chosen_in_view',
  'interval_low',
  'interval_high',
];

/** Returns the rows of a table, with the intervals from the record of the lab's fit; NaN for missing values. */
export function tableRows(
  lab: Pick<Lab, 'parameters'>,
  table: Table,
  { published, model, error, role, half_width }: Columns,
  record: Pick<FitRecord, 'intervals'> | undefined,
): (string | number)[][] {
  const inView = chosenInView(lab, table);
  return table.rows.flatMap((key, row) =>
    table.fields.map(({ name, unit, output = '' }, column): (string | number)[] => {
      const at = row * table.fields.length + column;
      const says = isModelled(table, row, column);
      const cell = table.cells[row]?.[column];
      const bound = typeof cell === 'string' ? readBound(cell) : undefined;
      return [
        table.id,
        key,
        name,
        says ? output : '',
        unit,
        published[at] ?? NaN,
        model[at] ?? NaN,
        error[at] ?? NaN,
        roles[role[at] ?? 0] ?? '',
        half_width[at] ?? NaN,
        bound?.min ?? NaN,
        bound?.max ?? NaN,
        bound && says ? String(isMet(bound, model[at] ?? NaN)) : '',
        bound && says ? margin(bound, model[at] ?? NaN) : NaN,
        String(inView[at]),
        ...(record?.intervals?.[table.id]?.[at] ?? [NaN, NaN]),
      ];
    }),
  );
}
