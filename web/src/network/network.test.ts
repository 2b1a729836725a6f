import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { lessonTools } from '../../build/lesson-tools.ts';
import { compile, filesInMemory } from '../lab/compile/index.ts';
import type { LessonTools } from '../engine/lesson-tools.ts';
import { labFolderOf } from './lab-folder.ts';
import { examples } from './net.ts';

let tools: LessonTools | undefined;
beforeAll(async () => {
  tools = await lessonTools('network');
});

test('x', () => {
  for (const { net } of examples) {
    const { id, files } = labFolderOf(net);
    
    const { problems, lab } = compile({ ...filesInMemory(id, files) } as never, tools);
    console.log(problems, lab?.id);
  }
  expect(readFileSync).toBeTruthy();
});
