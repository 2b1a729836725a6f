// The WebAssembly modules of the pages, started in Node.
import { readFileSync } from 'node:fs';
import * as diskPath from '../web/src/engine/pkg/disk-path/pathlength_web.js';
import * as diskPathRest from '../web/src/engine/pkg/disk-path-rest/pathlength_web.js';
import * as filePool from '../web/src/engine/pkg/file-pool/pathlength_web.js';
import * as filePoolRest from '../web/src/engine/pkg/file-pool-rest/pathlength_web.js';
import * as formula from '../web/src/engine/pkg/formula/pathlength_web.js';
import * as network from '../web/src/engine/pkg/network/pathlength_web.js';
import * as journaling from '../web/src/engine/pkg/journaling/pathlength_web.js';
import * as tape from '../web/src/engine/pkg/tape/pathlength_web.js';
import * as tapeRest from '../web/src/engine/pkg/tape-rest/pathlength_web.js';
import * as trace from '../web/src/engine/pkg/trace/pathlength_web.js';
import * as zfsDirectories from '../web/src/engine/pkg/zfs-directories/pathlength_web.js';
import * as zfsDirectoriesRest from '../web/src/engine/pkg/zfs-directories-rest/pathlength_web.js';
import * as zfsMigration from '../web/src/engine/pkg/zfs-migration/pathlength_web.js';

export type Lab = zfsDirectories.Lab;

/** The modules of every model (one or two per model), as its pages load them. */
const modules = {
  'disk-path': diskPath,
  'disk-path-rest': diskPathRest,
  'file-pool': filePool,
  'file-pool-rest': filePoolRest,
  formula,
  journaling,
  network,
  tape,
  'tape-rest': tapeRest,
  trace,
  'zfs-directories': zfsDirectories,
  'zfs-directories-rest': zfsDirectoriesRest,
  'zfs-migration': zfsMigration,
};

/** The models by name. */
const models = {
  'disk-path': diskPath,
  'file-pool': filePool,
  formula,
  journaling,
  network,
  tape,
  trace,
  'zfs-directories': zfsDirectories,
  'zfs-migration': zfsMigration,
};

/** Opens a lab with the module that its page loads. */
export const openLab = (lab: Lab): zfsDirectories.OpenLab => new models[lab.model as keyof typeof models].OpenLab(lab);

/** The modules that grade answers, by model. */
const answers = {
  'disk-path': diskPathRest,
  'file-pool': filePoolRest,
  formula,
  journaling,
  network,
  tape: tapeRest,
  trace,
  'zfs-directories': zfsDirectoriesRest,
  'zfs-migration': zfsMigration,
};

/** Opens a lab's questions with the module that its page loads. */
export const openLesson = (lab: Lab): tapeRest.Lesson => new answers[lab.model as keyof typeof answers].Lesson(lab);

/** Starts all modules; starting them again has no effect. */
export function start(): void {
  for (const [name, { initSync }] of Object.entries(modules)) {
    const file = new URL(`../web/src/engine/pkg/${name}/pathlength_web_bg.wasm`, import.meta.url);
    initSync({ module: readFileSync(file) as Buffer<ArrayBuffer> });
  }
}
