import { serve } from '../engine/serve';
import { lessonTools, panic } from '../engine/tools';
import { compile } from '../lab/compile';
import type { Compiler } from './compiler';
import { labFiles } from './folder';

serve<Compiler>(
  lessonTools().then((tools) => ({
    compile(folder) {
      const { lab, problems } = compile(labFiles(folder), tools);
      // Ids are published when a lab goes into the repository, by the command that is told there.
      return { lab, problems: problems.filter(({ message }) => !message.startsWith('new ids: ')) };
    },
  })),
  panic,
);
