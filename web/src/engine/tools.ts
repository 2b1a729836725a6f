// The engine's functions for the lab compiler in a worker.
import { createTools, type LessonTools } from './lesson-tools';
import { isModel, startFirst } from './modules';
import { startRest } from './rest';

export { panic } from './panic';

/** Fetches and starts the modules of a model; undefined for an unknown model. */
export async function lessonTools(model: string | undefined): Promise<LessonTools | undefined> {
  if (model === undefined || !isModel(model)) return undefined;
  return createTools(await startFirst(model), await startRest(model));
}
