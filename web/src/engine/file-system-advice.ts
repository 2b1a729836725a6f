// Advice on the choice of a journaling file system.
import { csvParseRows } from 'd3-dsv';
import table from '../../../labs/journaling/data/resize.csv?raw';
import { parameterValues } from './parameters';
import type * as Rest from './pkg/journaling/pathlength_web';
import type { EngineApi } from './protocol';
import { startRest } from './rest';
import type { ChunkedTask } from './serve';
import type { Lab } from './types';

/** An advisor with the parameters of a lab, and the source's table of which file systems can shrink or grow. */
export interface OpenFileSystemAdvisor {
  choose(...args: Parameters<EngineApi['chooseFileSystem']>): ChunkedTask<ReturnType<EngineApi['chooseFileSystem']>>;
  close(): void;
}

/** Opens a lab. */
export async function openFileSystemAdvisor(lab: Lab): Promise<OpenFileSystemAdvisor> {
  const { FileSystemAdvisor } = await startRest<Pick<typeof Rest, 'FileSystemAdvisor'>>(lab.model);
  const [columns = [], ...rows] = csvParseRows(table);
  const advisor = new FileSystemAdvisor(parameterValues(lab), columns, rows.flat());
  return {
    *choose(request) {
      while (!advisor.prepare(request)) yield 0;
      return advisor.choose(request);
    },
    close: () => {
      advisor.free();
    },
  };
}
