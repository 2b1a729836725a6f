// Reads IOzone output, with the module of the disk path model.
import type * as Rest from './pkg/disk-path-rest/pathlength_web';
import type { IozoneOutput } from './protocol';
import { startRest } from './rest';

/** Returns the throughputs in IOzone output; undefined for any other text, and for a lab with another model. */
export async function readIozone(model: string, text: string): Promise<IozoneOutput | undefined> {
  const { readIozone } = await startRest<Partial<Pick<typeof Rest, 'readIozone'>>>(model);
  return readIozone?.(text);
}
