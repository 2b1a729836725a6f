// Advice on I/O paths to a disk.
import type * as Rest from './pkg/disk-path-rest/pathlength_web';
import type { EngineApi, Reproduction } from './protocol';
import { startRest } from './rest';
import type { ChunkedTask } from './serve';
import type { Lab } from './types';

/** An advisor with the tables and parameters of a lab. */
export interface OpenAdvisor {
  advise(...args: Parameters<EngineApi['advise']>): ChunkedTask<ReturnType<EngineApi['advise']>>;
  close(): void;
}

/** Opens a lab; `reproduce` computes one of its tables. */
export async function openAdvisor(
  lab: Lab,
  reproduce: (table: string) => ChunkedTask<Reproduction>,
): Promise<OpenAdvisor> {
  const { PathAdvisor } = await startRest<Pick<typeof Rest, 'PathAdvisor'>>(lab.model);
  const advisor = new PathAdvisor(lab);
  const missing = advisor.errorTables;
  return {
    *advise(enquiry) {
      for (let [table] = missing; table !== undefined; [table] = missing) {
        const { error } = yield* reproduce(table);
        // Interleaved calls may reproduce the same table, whose errors must be added only once.
        if (missing[0] === table) advisor.addErrors(missing.shift() ?? '', error);
      }
      while (!advisor.prepare(enquiry)) yield 0;
      return advisor.advise(enquiry);
    },
    close: () => {
      advisor.free();
    },
  };
}
