import { load, panic } from './models';
import lesson from './pkg/lesson/pathlength_lesson_wasm_bg.wasm?url';
import models from './pkg/pathlength_wasm_bg.wasm?url';
import submission from './pkg/submission/pathlength_submission_wasm_bg.wasm?url';
import { serve } from './serve';

const at = (path: string): URL => new URL(path, import.meta.url);
serve(load(at(models), at(lesson), at(submission)), panic);
