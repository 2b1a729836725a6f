import { expect, test } from 'vitest';
import { importsOfEntries } from './worker-entries.ts';

const chunk = (fileName: string, imports: string[] = [], dynamicImports: string[] = [], isEntry = false) => ({
  fileName,
  isEntry,
  imports,
  dynamicImports,
});

test('imports of a worker by its chunks are found', () => {
  const worker = chunk('worker.js', ['shared.js'], ['draws.js', 'lesson.js'], true);
  const shared = chunk('shared.js');
  const separate = [worker, shared, chunk('draws.js', ['shared.js']), chunk('lesson.js', [], ['draws.js'])];
  expect(importsOfEntries(separate)).toEqual([]);
  expect(importsOfEntries([worker, chunk('draws.js', ['worker.js']), chunk('lesson.js', [], ['worker.js'])])).toEqual([
    ['draws.js', 'worker.js'],
    ['lesson.js', 'worker.js'],
  ]);
});
