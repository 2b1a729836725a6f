// The engine with all its modules, for whoever runs it: a worker, or a page that may have none.
import { load, type Here } from './models';
import advisor from './pkg/advisor/pathlength_advisor_wasm_bg.wasm?url';
import lesson from './pkg/lesson/pathlength_lesson_wasm_bg.wasm?url';
import aggregate from './pkg/models/aggregate/pathlength_wasm_bg.wasm?url';
import directory from './pkg/models/directory/pathlength_wasm_bg.wasm?url';
import diskPath from './pkg/models/disk_path/pathlength_wasm_bg.wasm?url';
import filePool from './pkg/models/file_pool/pathlength_wasm_bg.wasm?url';
import journal from './pkg/models/journal/pathlength_wasm_bg.wasm?url';
import tape from './pkg/models/tape/pathlength_wasm_bg.wasm?url';

const at = (path: string): URL => new URL(path, import.meta.url);
const models = {
  aggregate: at(aggregate),
  directory: at(directory),
  disk_path: at(diskPath),
  file_pool: at(filePool),
  journal: at(journal),
  tape: at(tape),
};

export const here = (): Here => load(models, at(lesson), at(advisor));
export { panic } from './models';
