// Edits of the published labs that make them claim more than is known, each with the one error that it causes.
import { beforeAll, describe, expect, test } from 'vitest';
import { checkLab, folderFiles } from '../web/build/lab.ts';
import { lessonTools } from '../web/build/lesson-tools.ts';
import { compile, modelOf, print, type LabFiles, type LessonTools } from '../web/src/lab/compile/index.ts';
import { at } from './base-lab.ts';

type Edit = readonly [file: string, from: string, to: string];

/** Returns the files of a published lab with edits, in memory. */
function edited(id: string, edits: readonly Edit[]): LabFiles {
  const files = folderFiles(at(`labs/${id}`));
  for (const [file, from] of edits) if (!files.read(file)?.includes(from)) throw new Error(`${file} has no ${from}`);
  return {
    ...files,
    read: (path) =>
      edits
        .filter(([file]) => file === path)
        .reduce((text: string | undefined, [, from, to]) => text?.replace(from, () => to), files.read(path)),
  };
}

/** Returns the line number of a string in an edited file. */
function lineOf(files: LabFiles, file: string, text: string): number {
  const line = (files.read(file) ?? '').split('\n').findIndex((each) => each.includes(text));
  if (line < 0) throw new Error(`${file} has no line with ${text}`);
  return line + 1;
}

const errorsOf = ({ problems }: { problems: readonly Parameters<typeof print>[0][] }): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(print);

const tools = new Map<string, LessonTools>();
beforeAll(async () => {
  for (const model of ['disk-path', 'zfs-directories', 'zfs-migration', 'journaling', 'file-pool', 'tape']) {
    const one = await lessonTools(model);
    if (one) tools.set(model, one);
  }
});

/** Returns the errors of the compiler alone. */
const compiledErrors = (files: LabFiles): string[] => errorsOf(compile(files, tools.get(modelOf(files) ?? '')));

test('outdated record of errors is a separate error', async () => {
  const files = edited('zfs-migration', [['summary.json', '"independent_cells": 0', '"independent_cells": 3']]);
  expect(errorsOf(await checkLab(files))).toEqual([
    expect.stringMatching(
      /^summary\.json:1:1: this file is out of date \(\S+ has 0 independent cells, but the file counts 3/,
    ),
  ]);
});

test('verdict in the inventory that its condition contradicts is an error', async () => {
  const condition = 'lookups(format=v5, names=50000) / lookups(format=v4, names=50000) > ';
  const files = edited('zfs-migration', [['sources.toml', condition, condition.replace('>', '<')]]);
  expect(errorsOf(await checkLab(files))).toEqual([
    `sources.toml:${lineOf(files, 'sources.toml', condition.replace('>', '<'))}:1: ` +
      'the verdict is "satisfied", but the condition does not hold: change the verdict or the condition',
  ]);
});

describe('answer before its prediction', () => {
  test('in a note is an error at the note', () => {
    const files = edited('zfs-directories', [
      [
        'lab.md',
        '\n::::predict{#p-square',
        '\n:::note{title="By the way"}\nIt is\n[23](<model:1 * internal_throughput(workload=ptestDL, plex=client, release=R13, format=v4, names=100000)>) then.\n:::\n\n::::predict{#p-square',
      ],
    ]);
    const errors = compiledErrors(files);
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(
      new RegExp(
        `^lab\\.md:${lineOf(files, 'lab.md', 'model:1 * internal')}:1: this figure is the answer, .* to "p-square"`,
      ),
    );
  });

  test('in words in its own step is an error at the words', () => {
    const files = edited('zfs-directories', [
      ['lab.md', '\n::::predict{#p-square', '\nSome expect 23.\n\n::::predict{#p-square'],
    ]);
    const errors = compiledErrors(files);
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(
      new RegExp(`^lab\\.md:${lineOf(files, 'lab.md', 'Some expect 23')}:13: this says the answer`),
    );
  });

  test('in the table of an earlier step is an error at the figure', () => {
    const files = edited('zfs-directories', [
      [
        'lab.md',
        'answer="internal_throughput(workload=ptestDL, plex=client, release=R13, format=v4, names=100000)"}',
        'answer="internal_throughput(workload=ptestDL, plex=client, release=R13, format=v4, names=50000)"}',
      ],
    ]);
    const errors = compiledErrors(files).filter((error) => error.includes('p-square'));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors)
      expect(error).toMatch(/^lab\.md:\d+:\d+: this figure is the answer, 9\d\S* to "p-square"/);
  });

  test('in a chart below it is an error at the chart', () => {
    const files = edited('disk-paths', [
      ['lab.md', 'series=uncached-configuration relative', 'series=configuration relative'],
    ]);
    const errors = compiledErrors(files);
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(
      new RegExp(
        `^lab\\.md:${lineOf(files, 'lab.md', '::chart{#way-read')}:1: the chart shows the answer, 0.357, to "p-fill"`,
      ),
    );
  });

  test('passes when shown has a reason', () => {
    const files = edited('disk-paths', [
      ['lab.md', 'series=uncached-configuration relative', 'series=configuration relative'],
      ['lab.md', '{#p-fill kind=number', '{#p-fill shown="reading the chart is the task" kind=number'],
    ]);
    expect(compiledErrors(files)).toEqual([]);
  });
});

describe('role', () => {
  test('identity called held out is an error at its rule', () => {
    const files = edited('disk-paths', [
      ['data/overall.toml', 'role = "identity"\nbecause', 'role = "held_out"\n# because'],
    ]);
    expect(compiledErrors(files)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^data/overall\\.toml:${lineOf(files, 'data/overall.toml', 'role = "held_out"')}:1: these cells are arithmetic`,
        ),
      ),
    ]);
  });

  test('built-in limit called held out is an error at its rule', async () => {
    const files = edited('zfs-migration', [
      ['data/limits.toml', 'role = "built_in"\nbecause', 'role = "held_out"\n# because'],
    ]);
    expect(errorsOf(await checkLab(files))).toEqual([
      expect.stringMatching(/^data\/limits\.toml:\d+:1: these cells are the same for all parameter values/),
    ]);
  });
});

describe('parameter', () => {
  test('typed again is an error at its name', () => {
    const files = edited('zfs-migration', [
      [
        'parameters.toml',
        '[v4_search]\ninherited_from = "zfs-directories"\n',
        (() => {
          const lender = folderFiles(at('labs/zfs-directories')).read('parameters.toml') ?? '';
          const own = /\[v4_search\][\s\S]*?\n(?=\[)/.exec(lender)?.[0] ?? '';
          return own.replace(/fitted_on.*\n/, '').replace(/provenance = .*/, 'provenance = "assumed"');
        })(),
      ],
    ]);
    expect(compiledErrors(files)).toEqual([
      `parameters.toml:${lineOf(files, 'parameters.toml', '[v4_search]')}:1: [v4_search] repeats a parameter of the lab zfs-directories: write only inherited_from = "zfs-directories"`,
    ]);
  });
});

describe('run of a lab', () => {
  test('scenario without a setting is an error at the column', async () => {
    const files = edited('disk-paths', [['data/reread.toml', 'phase = "reread"\n', '']]);
    const errors = errorsOf(await checkLab(files));
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(/^data\/reread\.toml:\d+:1: the model cannot compute the cell in row EDED \(.*phase/);
  });

  test('chart under other conditions than the table of its step is an error at the chart', async () => {
    const files = edited('journaling', [['lab.md', ' differs="the text', ' summary="the text']]);
    const errors = errorsOf(await checkLab(files));
    const line = lineOf(files, 'lab.md', '::chart{#throughput');
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(
      new RegExp(
        `^lab\\.md:${line}:1: the chart shows throughput under other conditions .* clients = 16 \\(8\\), cpus = 4 \\(2\\), cycles = 6 \\(17\\)`,
      ),
    );
  });

  test('table that leaves a setting of the start to the model is an error at its scenario', async () => {
    const files = edited('disk-paths', [['data/reread.toml', 'channel_mb_s = 0\n', '']]);
    const errors = errorsOf(await checkLab(files));
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(/^data\/reread\.toml:\d+:1: the lab starts with channel_mb_s = 170/);
  });

  test('misconception that is right for one draw is an error at the question', async () => {
    const files = edited('zfs-directories', [
      ['lab.md', 'near(published("v2r1-ptestdl", n, "client_v2r1_v4_e"), 2 %)', 'near(50000 names / n * 7.7956, 2 %)'],
    ]);
    const errors = errorsOf(await checkLab(files));
    expect(errors).toEqual([expect.any(String)]);
    expect(errors[0]).toMatch(
      new RegExp(
        `^lab\\.md:${lineOf(files, 'lab.md', '{#q-split')}:1: the feedback for .* fits the right answer with n = 50000`,
      ),
    );
  });

  test('feedback to a wrong curve that fits the model’s is an error', async () => {
    const files = edited('disk-paths', [
      ['lab.md', 'when="y800 < 0.8 and y1200 < y800"', 'when="y800 > 0.8 and y1200 < y800"'],
    ]);
    const line = lineOf(files, 'lab.md', '{#p-cliff');
    expect(errorsOf(await checkLab(files))).toEqual([
      `lab.md:${line}:1: the feedback for y800 > 0.8 and y1200 < y800 also fits the model’s curve: change the condition`,
    ]);
  });

  test('right choice that the values contradict is an error at its condition', async () => {
    const files = edited('disk-paths', [
      ['lab.md', '{#two when=', '{#two right when='],
      ['lab.md', '{#eleven right when=', '{#eleven when='],
    ]);
    const errors = errorsOf(await checkLab(files));
    const lines = ['{#two right', '{#eleven when'].map((text) => lineOf(files, 'lab.md', text));
    expect(errors).toEqual([
      `lab.md:${lines[0]}:28: the choice is marked right, but its condition does not hold: mark the choice that is right, or change the condition`,
      `lab.md:${lines[1]}:25: the choice is not marked right, but its condition holds: mark the choice that is right, or change the condition`,
    ]);
  });

  test('choice with a scenario that the model refuses is an error at its condition', async () => {
    const files = edited('zfs-migration', [
      ['lab.md', "{#tenth when='lookups(format=v5)", "{#tenth when='lookups(release=R13, format=v5)"],
    ]);
    expect(errorsOf(await checkLab(files))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^lab\\.md:${lineOf(files, 'lab.md', 'release=R13, format=v5')}:24: the condition cannot be computed: `,
        ),
      ),
    ]);
  });

  test('prediction with a scenario that the model refuses is an error at the prediction', async () => {
    const files = edited('zfs-directories', [
      [
        'lab.md',
        'answer="internal_throughput(workload=ptestDL, plex=client, release=R13, format=v4, names=100000)"}',
        'answer="internal_throughput(workload=ptestDL, plex=client, release=R13, format=v5, names=100000)"}',
      ],
    ]);
    expect(errorsOf(await checkLab(files))).toEqual([
      expect.stringMatching(
        new RegExp(`^lab\\.md:${lineOf(files, 'lab.md', '{#p-square')}:1: the answer cannot be computed \\(`),
      ),
    ]);
  });

  test('start that the model refuses is an error where it is set', async () => {
    const files = edited('zfs-migration', [
      ['lab.md', 'start: { machine: z9, release: V2R1, format: v5', 'start: { machine: z9, release: R13, format: v5'],
      // The compiler would compute this figure from the same start, so it is removed.
      ['lab.md', '[520 KB](<model:directory_kb(format=v5, names=20000)>)', 'less'],
    ]);
    const line = lineOf(files, 'lab.md', 'start: {');
    const errors = errorsOf(await checkLab(files)).filter((error) => error.startsWith(`lab.md:${line}:`));
    expect(errors).toEqual([
      expect.stringMatching(/the model cannot compute the lab's `start`, .* interactive models begin \(/),
    ]);
  });

  test('unknown interactive model is an error at the block', async () => {
    const files = edited('zfs-migration', [
      ['lab.md', '::model{view=zfs-planner ', '::model{#model-zfs-planner view=zfs-planer '],
    ]);
    expect(errorsOf(await checkLab(files))).toEqual([
      `lab.md:${lineOf(files, 'lab.md', 'view=zfs-planer')}:1: there is no interactive model "zfs-planer"; did you mean "zfs-planner"?`,
    ]);
  });

  test('network in a lab that declares none is an error at the block', async () => {
    const files = edited('zfs-migration', [
      ['lab.md', '::model{view=zfs-planner ', '::model{#model-zfs-planner view=network '],
    ]);
    expect(errorsOf(await checkLab(files))).toEqual([
      expect.stringMatching(
        `^lab\\.md:${lineOf(files, 'lab.md', 'view=network')}:1: the interactive model "network" .*\\bmodel: network\\b`,
      ),
    ]);
  });
});
