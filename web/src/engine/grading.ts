// The gradebook of a class: the engine's module for grading, and the modules of the labs' models.
import { start, startFirst, type Bindings } from './modules';
import type * as Grade from './pkg/grade/pathlength_web';
import address from './pkg/grade/pathlength_web_bg.wasm?url';
import type { Lab } from './types';

export { panic } from './panic';

/** The files of a class and their grades. */
export type Grading = InstanceType<(typeof Grade)['Grading']>;

/** A table of the grades in all assignments of a course. */
export type GradedCourse = ReturnType<Grading['courseTable']>;

/** Fetches and starts the module, and starts a class. */
export async function openGrading(): Promise<Grading> {
  const script = (): Promise<Bindings> =>
    import('./pkg/grade/pathlength_web.js') as Promise<unknown> as Promise<Bindings>;
  const { Grading } = await start<typeof Grade>(script, address);
  return new Grading();
}

/** Adds a compiled lab to a class, with the module of its model. */
export async function openLab(grading: Grading, file: Uint8Array, lab: Lab): Promise<void> {
  const { OpenLab } = await startFirst(lab.model);
  grading.openLab(file, new OpenLab(lab));
}
