// Advice on the choice of a codec for a tape server.
import { csvParseRows } from 'd3-dsv';
import table from '../../../labs/tape-compression/data/advice.csv?raw';
import type * as Rest from './pkg/tape-rest/pathlength_web';
import type { EngineApi } from './protocol';
import { startRest } from './rest';
import type { Lab } from './types';

/** An advisor with the rules of the source, which are the same for every lab about this server. */
export interface OpenCodecAdvisor extends Pick<EngineApi, 'chooseCodec'> {
  close(): void;
}

/** Opens a lab. */
export async function openCodecAdvisor(lab: Lab): Promise<OpenCodecAdvisor> {
  const { CodecAdvisor } = await startRest<Pick<typeof Rest, 'CodecAdvisor'>>(lab.model);
  const [columns = [], ...rows] = csvParseRows(table);
  const advisor = new CodecAdvisor(columns, rows.flat());
  return {
    chooseCodec: (answers) => advisor.choose(answers),
    close: () => {
      advisor.free();
    },
  };
}
