// Tables computed by several workers have the same bytes as those of one worker.
import { expect, test, vi } from 'vitest';
import { worthMs, type Port } from '../web/src/engine/client.ts';
import { Pool } from '../web/src/engine/pool.ts';
import type { Reproduction } from '../web/src/engine/protocol.ts';
import { serve, type ChunkedTask, type Handlers } from '../web/src/engine/serve.ts';
import { publishedLab } from './answers.ts';
import { openLab, start, type Lab } from './wasm.ts';

interface TableApi {
  reproduce(table: string): Pick<Reproduction, 'model' | 'error' | 'half_width'>;
}

/** Creates a separate engine behind a channel, like that of a worker. */
function spawn(lab: Lab): Port {
  const open = openLab(lab);
  const handlers: Handlers<TableApi> = {
    *reproduce(table): ChunkedTask<ReturnType<TableApi['reproduce']>> {
      for (let cell = 0; cell < open.cells(table); cell++) while (!open.prepareCell(table, cell)) yield 0;
      const done = open.reproduce(table);
      const { model, error, halfWidth: half_width } = done;
      done.free();
      return { model, error, half_width };
    },
  };
  const { port1, port2 } = new MessageChannel();
  serve(Promise.resolve(handlers), () => undefined, port2);
  port2.start();
  return Object.assign(port1 as unknown as Port, {
    terminate: () => {
      port1.close();
      port2.close();
    },
  });
}

test.each(['zfs-directories', 'disk-paths', 'sfs-file-pool'])('tables of %s', async (id) => {
  start();
  const lab = publishedLab(id) as unknown as Lab;
  const tables = publishedLab(id)
    .tables.filter(({ fields }) => fields.some(({ output }) => output))
    .map((table) => table.id);
  const bytes = async (lanes: number): Promise<string[]> => {
    let workers = 0;
    // At each reading of the clock, enough time has passed for another worker.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += worthMs));
    const pool = new Pool<TableApi>(() => (workers++, spawn(lab)), lanes, ['reproduce']);
    const all = await Promise.all(tables.map((table) => pool.ask('reproduce', [table])));
    clock.mockRestore();
    pool.close();
    expect(workers).toBe(Math.min(lanes, tables.length));
    return all.map((columns) =>
      Object.values(columns)
        .map((column) => Buffer.from(column.buffer).toString('hex'))
        .join(),
    );
  };
  expect(await bytes(4)).toEqual(await bytes(1));
});
