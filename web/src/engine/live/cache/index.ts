// The only way to the minidisk caches to watch, which run in a worker of their own.
import { Connection } from '../../client';
import { start } from '../../spawn';
import workerUrl from './worker?worker&url';
import type { Course, CacheSettings, Live, Picture } from './protocol';

export * from './protocol';

/** Asks the worker. Every question says all that it is about, so a worker that is lost is replaced unnoticed. */
export class Caches extends Connection<Live> {
  course(settings: CacheSettings): Promise<Course> {
    return this.call('course', [settings]);
  }

  picture(settings: CacheSettings, at: number): Promise<Picture> {
    return this.call('picture', [settings, at]);
  }
}

export const connect = (): Caches => new Caches(start(workerUrl));
