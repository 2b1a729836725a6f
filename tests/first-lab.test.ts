// The examples of labs/FIRST-LAB.md: every part compiles, and the messages are those that the guide prints.
import { beforeAll, describe, expect, test } from 'vitest';
import { folderFiles, newLab } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import type { LessonTools } from '../web/src/engine/lesson-tools.ts';
import { compile, filesInMemory, print } from '../web/src/lab/compile/index.ts';
import { at } from './base-lab.ts';
import { declaredLab, example } from './guide.ts';

type Texts = Record<string, string>;

/** Replaces the first match, which must exist. */
function put(text: string, old: string | RegExp, by: string): string {
  const changed = text.replace(old, () => by);
  if (changed === text) throw new Error(`nothing changed: ${String(old)}`);
  return changed;
}

/** Returns the problems of a lab as the command prints them, without the list of new ids. */
const problems = (texts: Texts, tools: LessonTools | undefined): string[] =>
  compile({ ...filesInMemory('my-lab', texts), beside: (id) => folderFiles(at(`labs/${id}`)) }, tools)
    .problems.map((problem) => `labs/my-lab/${print(problem)}`)
    .filter((problem) => !problem.includes('new ids'));

describe('lab with a model of the project', () => {
  let tools: LessonTools | undefined;
  let texts: Texts = {};
  let main = '';
  const check = (): string[] => problems({ ...texts, 'lab.md': main }, tools);
  beforeAll(async () => {
    tools = await lessonTools('zfs-directories');
    texts = await newLab(at('web/build/template-lab'), at('labs'));
    main = texts['lab.md'] ?? '';
    expect(check()).toEqual([]);
  });

  test('compiles after every part, with the printed messages', () => {
    main = put(main, /title: .*\nsummary: .*\nminutes: .*\n/, example('title: How large'));
    main = put(main, /sources:\n.*\n/, example('sources:\n  deck'));
    expect(check()).toContain(example('has no source "own"').trim());
    main = put(main, /::cite.*\n/, example('::cite{source=deck'));
    main = put(main, /Say here what .*\n/, example('The older directory format'));
    main = put(main, 'Say what was run.', example('How does the size').trim());
    expect(check()).toEqual([]);

    texts['data/lookups.csv'] = example('names_per_directory,v4_e,v5_e');
    const head = example('title = "ptestDL2 on a z9, one system');
    texts['data/lookups.toml'] = put(texts['data/lookups.toml'] ?? '', /title.*\nsource.*\nrole.*\n/, head);
    expect(check()).toEqual([example('the table has 307,703').trim()]);
    main = put(main, '[300,000]', '[307,703]');
    expect(check()).toEqual([]);

    main = put(main, /::::predict[\s\S]*?\n::::\n/, example('::::predict'));
    main = put(main, /::::reveal[\s\S]*?\n::::\n/, example('::::reveal'));
    main = put(main, '::table{ref=lookups}\n\n', '');
    main = put(main, 'series=formats}\n', 'series=formats}\n\n::table{ref=lookups}\n');
    expect(check()).toEqual([]);

    main = put(main, /::::question[\s\S]*?\n::::\n/, example('::::question{#q-gain'));
    main = put(main, /::control.*\n/, `${example('::control{#names')}\n${example('::control{#plex')}`);
    expect(check()).toEqual([]);

    texts['data/client.csv'] = example('names_per_directory,v4_e\n');
    texts['data/client.toml'] = example('title = "ptestDL2 on a z9, sysplex client');
    expect(check()).toEqual(['labs/my-lab/lab.md:10:5: `tables` does not name data/client.toml: add client to it']);
    main = put(main, 'tables:\n  - lookups\n', example('  - client'));
    main = put(main, /\n:::::\n\s*$/, `\n${example('::table{ref=client}')}\n:::::\n`);
    expect(check()).toEqual([]);
  });
});

describe('lab that declares its model', () => {
  let tools: LessonTools | undefined;
  const texts: Texts = declaredLab;
  const { 'lab.md': main = '', 'parameters.toml': parameters = '' } = texts;
  beforeAll(async () => {
    tools = await lessonTools('formula');
  });

  test('compiles', () => {
    expect(problems(texts, tools)).toEqual([]);
  });

  test('compiles with the fitted value', () => {
    const fitted = {
      'parameters.toml': put(parameters, 'value = 4\n', 'value = 3.588\n'),
      'lab.md': put(main, '[4](<derived', '[3.6](<derived'),
    };
    expect(problems({ ...texts, ...fitted }, tools)).toEqual([]);
  });

  test('compiles with a chosen value instead of a fit', () => {
    const chosen = put(parameters, /provenance = "fitted"[\s\S]*$/, example('chosen_with'));
    expect(problems({ ...texts, 'parameters.toml': chosen }, tools)).toEqual([]);
  });
});
