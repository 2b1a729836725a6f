// The only interface to the codecs. Every call carries all of its input, so a lost worker is replaced without notice.
import { Connection } from '../../client';
import { start } from '../../spawn';
import type { CodecApi } from './protocol';
import workerUrl from './worker?worker&url';

export * from './protocol';

export type CodecClient = Connection<CodecApi>;

export const connect = (): CodecClient => new Connection(start(workerUrl));
