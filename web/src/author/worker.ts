import { serve } from '../engine/serve';
import { lessonTools, panic } from '../engine/tools';
import { compile, modelOf } from '../lab/compile';
import type { Compiler } from './compiler';
import { labFiles } from './folder';
import { siteLabsBeside } from './site-labs';
import { unzipLab } from './unzip';

serve<Compiler>(
  Promise.resolve({
    unzip: unzipLab,
    async compile(folder) {
      const files = { ...labFiles(folder), beside: await siteLabsBeside(folder) };
      const { lab, problems, teacher: guide } = compile(files, await lessonTools(modelOf(files)));
      // New ids are not a problem here: a command publishes them when a lab is added to the repository.
      return { lab, guide, problems: problems.filter(({ message }) => !message.startsWith('new ids: ')) };
    },
  }),
  panic,
);
