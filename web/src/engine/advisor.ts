// Advice on the ways to a disk.
import { parameterValues } from './parameters';
import type * as Rest from './pkg/disk-path-rest/pathlength_web';
import type { Errors, PublishedCell } from './pkg/disk-path-rest/pathlength_web';
import { roles } from '../lab/types';
import type { EngineApi, Reproduction } from './protocol';
import { startRest } from './rest';
import type { ChunkedTask } from './serve';
import type { Lab } from './types';

/** An advisor with the parameters of a lab. */
export interface OpenAdvisor {
  advise(...args: Parameters<EngineApi['advise']>): ChunkedTask<ReturnType<EngineApi['advise']>>;
  close(): void;
}

/** The outputs that decide, as tables name them. Tables with both, relative to a baseline, say how far off ratios are. */
const deciding = { throughput: 'kb_per_s', cpu: 'total_cpu_per_kb' };

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The printed cells that are relative to a row and belong to a phase. */
export const publishedCells = ({ tables }: Pick<Lab, 'tables'>): PublishedCell[] =>
  tables.flatMap(({ scenario, row, rows = [], fields, cells = [] }) =>
    cells.flatMap((line, at) =>
      fields.flatMap(({ output, relative_to_row }, column) => {
        const [value, key] = [line[column], rows[at]];
        const phase = row.key === 'phase' ? key : scenario?.['phase'];
        if (typeof value !== 'number' || output === undefined || relative_to_row === undefined) return [];
        if (typeof phase !== 'string') return [];
        return [{ row: String(key), relative_to: String(relative_to_row), phase, output, value }];
      }),
    ),
  );

/** Opens a lab; `reproduce` computes one of its tables. */
export async function openAdvisor(
  lab: Lab,
  reproduce: (table: string) => ChunkedTask<Reproduction>,
): Promise<OpenAdvisor> {
  const { PathAdvisor } = await startRest<Pick<typeof Rest, 'PathAdvisor'>>(lab.model);
  const advisor = new PathAdvisor(parameterValues(lab), publishedCells(lab));

  /** How far the model is off in the lab's tables. */
  function* measured(): ChunkedTask<{ errors: Errors | undefined; cells: number }> {
    const found: Record<keyof Errors, number[]> = { throughput: [], cpu: [] };
    for (const { id = '', fields } of lab.tables) {
      const column = (quantity: keyof Errors): number =>
        fields.findIndex(
          ({ output, relative_to_row }) => output === deciding[quantity] && relative_to_row !== undefined,
        );
      const columns = { throughput: column('throughput'), cpu: column('cpu') };
      if (columns.throughput < 0 || columns.cpu < 0) continue;
      const { error, role } = yield* reproduce(id);
      for (const quantity of ['throughput', 'cpu'] as const)
        for (let cell = columns[quantity]; cell < error.length; cell += fields.length) {
          const off = Math.abs(error[cell] ?? NaN);
          if (Number.isFinite(off) && roles[role[cell] ?? 0] !== 'baseline') found[quantity].push(off);
        }
    }
    const cells = found.throughput.length + found.cpu.length;
    const known = found.throughput.length > 0 && found.cpu.length > 0;
    return { errors: known ? { throughput: median(found.throughput), cpu: median(found.cpu) } : undefined, cells };
  }

  let precision: { errors: Errors | undefined; cells: number } | undefined;
  return {
    *advise(enquiry) {
      precision ??= yield* measured();
      const { errors, cells } = precision;
      const whole = { ...enquiry, ...(errors && { errors }) };
      while (!advisor.prepare(whole)) yield 0;
      return { ways: advisor.advise(whole), cells, ...(errors && { errors }) };
    },
    close: () => {
      advisor.free();
    },
  };
}
