// The engine's part in compiling a lab.
import type { LessonTools } from '../src/lab/compile/index.ts';

const word = (name: string, title: string, words: string[]) =>
  ({ name, title, values: { kind: 'word', words }, optional: false }) as const;

/** Until the engine's module for lessons is there: what the model can be asked, and no check of expressions. */
export const lessonTools = async (): Promise<LessonTools> => ({
  describeModel: (model) =>
    model === 'directory'
      ? {
          settings: [
            word('workload', 'Workload', ['ptestDL2', 'ptestDL', 'ptestDU']),
            word('machine', 'Machine', ['z9', 'z196']),
            word('release', 'Release', ['R13', 'V2R1', 'V2R2']),
            word('format', 'Directory format', ['v4', 'v5']),
            word('plex', 'System', ['monoplex', 'client']),
            {
              name: 'names',
              title: 'Names in the directory',
              values: { kind: 'number', least: 1, greatest: 1e6, whole: true, unit: 'names' },
              optional: false,
            },
            {
              name: 'readdir_search',
              title: 'A directory read searches for each name',
              values: { kind: 'switch' },
              optional: true,
            },
          ],
          outputs: [
            { name: 'external_throughput', title: 'External throughput', unit: 'operations/s' },
            { name: 'internal_throughput', title: 'Internal throughput', unit: 'operations/s' },
            { name: 'busy_processors', title: 'Busy processors', unit: 'processors' },
            { name: 'elapsed_us', title: 'Time of one operation', unit: 'us' },
          ],
        }
      : undefined,
  checkLab: () => undefined,
  check: (_, text) => (text.startsWith('near') ? { kind: 'condition' } : { kind: 'quantity', unit: '' }),
  calculate: () => ({ value: NaN, unit: '' }),
  measure: () => ({ problem: '' }),
});
