// The engine's functions for the lab compiler, for a worker that compiles.
import { createTools, type LessonTools } from './lesson-tools';
import { isModel, startFirst } from './modules';
import { startRest } from './rest';

export { panic } from './panic';

/** Fetches and starts the modules of a model; undefined if there is no such model. */
export async function lessonTools(model: string | undefined): Promise<LessonTools | undefined> {
  if (model === undefined || !isModel(model)) return undefined;
  return createTools(await startFirst(model), await startRest(model));
}
