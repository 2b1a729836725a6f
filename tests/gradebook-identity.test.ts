// The page for teachers and the command write the same bytes: one engine, in WebAssembly and natively.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Grading, initSync } from '../web/src/engine/pkg/grade/pathlength_web.js';
import type { Lab as PageLab } from '../web/src/lab/types.ts';
import { encryptSubmission, envelopeFormat } from '../web/src/classroom/envelope.ts';
import { decrypt } from '../web/src/classroom/hpke.ts';
import { createKey, readKey, type PrivateKey } from '../web/src/classroom/key.ts';
import { readCourse } from '../web/src/classroom/course.ts';
import { assignmentLink } from '../web/src/classroom/link.ts';
import { fromBase64url } from '../web/src/state/base64url.ts';
import { buildProgram } from './command.ts';
import { spawnSync } from 'node:child_process';
import { allRight, assignmentOf, classOfTen, counted, submissionText } from './submissions.ts';
import { compiledLab, OpenLab, start } from './modules.ts';
import type { Lab } from './wasm.ts';

const formats = ['csv', 'json', 'canvas', 'moodle'] as const;
const roster =
  'id;name;email\ns1001;Ada Honest;ada@example.org\ns1002;=Bob;bob@example.org\ns1999;Mia;mia@example.org\n';

let folder: string;
let lab: Lab;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathlength-gradebook-'));
  await start();
  initSync({ module: readFileSync(new URL('../web/src/engine/pkg/grade/pathlength_web_bg.wasm', import.meta.url)) });
  lab = await compiledLab();
  program = buildProgram();
  writeFileSync(join(folder, 'lab.json'), JSON.stringify(lab));
  writeFileSync(join(folder, 'roster.csv'), roster);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const encryptedFile = (name: string): Buffer => readFileSync(new URL(`submissions/encrypted/${name}`, import.meta.url));

/** Opens the encrypted files of a class as the worker of the page does. */
async function openAll(book: Grading, keys: readonly PrivateKey[]): Promise<void> {
  for (const closed of book.closed()) {
    const own = keys.find(({ point }) => point === closed.key);
    if (own) book.open(closed.at, await decrypt(own.key, fromBase64url(own.point), envelopeFormat, closed));
    else
      book.keepClosed(
        closed.at,
        keys.map(({ id }) => id),
      );
  }
}

/** Writes a class's files to a folder and adds them to the page's module, under the same paths. */
function both(name: string, files: Record<string, string | Uint8Array>, assignment: ReturnType<typeof assignmentOf>) {
  const book = new Grading();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    book.add(`${name}/${path}`, Buffer.from(content));
  }
  book.sort();
  book.setRoster(roster);
  book.setAssignment(JSON.stringify(assignment));
  book.openLab(readFileSync(join(folder, 'lab.json')), new OpenLab(lab));
  for (let at = 0; at < book.length; at++) book.grade(at);
  book.compare();
  const page = { csv: book.toCsv(), json: book.toJson(), canvas: book.toCanvas(), moodle: book.toMoodle() };
  const link = assignmentLink('https://example.org/labs/zfs-directories.html', assignment);
  const command = (format: string): string => {
    const args = [
      'check',
      '--lab',
      'lab.json',
      '--assignment',
      link,
      '--roster',
      'roster.csv',
      '--format',
      format,
      name,
    ];
    return spawnSync(program, args, { cwd: folder, encoding: 'utf8' }).stdout;
  };
  return { page, command };
}

describe('gradebook', () => {
  test('of encrypted submissions has the same bytes in page and command, and as without encryption', async () => {
    const [own, another] = [await readKey(encryptedFile('key.json').toString()), await createKey()];
    writeFileSync(join(folder, 'own.json'), encryptedFile('key.json'));
    writeFileSync(join(folder, 'another.json'), another.text);
    /** Returns the gradebooks of the page and of the command for files in a folder, with some keys. */
    const graded = async (
      name: string,
      files: Record<string, string | Uint8Array>,
      keys: [PrivateKey, string][],
    ): Promise<string[]> => {
      const book = new Grading();
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, name, path), content);
        book.add(`${name}/${path}`, Buffer.from(content));
      }
      book.sort();
      await openAll(
        book,
        keys.map(([key]) => key),
      );
      book.openLab(readFileSync(join(folder, 'lab.json')), new OpenLab(lab));
      for (let at = 0; at < book.length; at++) book.grade(at);
      book.compare();
      const given = keys.flatMap(([, file]) => ['--key', file]);
      const args = ['check', '--lab', 'lab.json', '--format', 'json', ...given, name];
      return [book.toJson(), spawnSync(program, args, { cwd: folder, encoding: 'utf8' }).stdout];
    };
    const assignment = { ...assignmentOf(lab as unknown as PageLab), key: own.point };
    const text = submissionText(assignment, { id: 's1001', tries: allRight(assignment, 's1001') });
    const envelope = (await encryptSubmission(text, assignment)).text;
    const [plain = ''] = await graded('encrypted', { 'a.json': text }, []);
    expect(plain).toContain('"score": 1.0');
    expect(await graded('encrypted', { 'a.json': envelope }, [[own, 'own.json']])).toEqual([plain, plain]);

    const files = {
      'changed.json': envelope.replace('"ciphertext":"', '"ciphertext":"AAAA'),
      'cut.json': envelope.slice(0, 700),
      'key.json': encryptedFile('key.json'),
      'whole.json': envelope,
    };
    const others: [PrivateKey, string][][] = [[], [[await readKey(another.text), 'another.json']], [[own, 'own.json']]];
    for (const keys of others) {
      const [page = '', command] = await graded('damaged', files, keys);
      expect(command).toBe(page);
      const { submissions } = JSON.parse(page) as { submissions: { flags: { text: string }[] }[] };
      const whole = submissions[2]?.flags.map(({ text }) => text).join() ?? '';
      if (keys[0]?.[0] === own) expect(whole).toBe('');
      else
        expect(whole).toContain(
          `encrypted for key HYPPN099${keys.length ? `, not for ${another.id}` : ''}: add the key file`,
        );
    }
  });

  test('of every kind of submission has the same bytes in page and command', () => {
    const { assignment, files } = classOfTen(lab as unknown as PageLab);
    const { page, command } = both(
      'class',
      { ...files, 'a/notes.txt': 'hello', 'a.d/x.json': '{', 'a.json': '[]' },
      assignment,
    );
    for (const format of formats) expect(command(format), format).toBe(page[format]);
    const report = JSON.parse(page.json) as { submissions: { flags: unknown[] }[]; skipped: unknown[] };
    expect([report.submissions.length, report.skipped.length]).toEqual([12, 1]);
  });

  test('by rules has the same bytes in page and command, and points in hundredths', () => {
    const rules = { points: { 'p-miss': 2, 'q-rule': 5 }, attempts: 3, cost: 0.33, opens: '2026-05-03T23:00:00.000Z' };
    const assignment = assignmentOf(lab as unknown as PageLab, rules);
    const tries = (wrong: number): [string, string, boolean][] => [
      ...Array.from({ length: wrong }, (): [string, string, boolean] => ['q-rule', '1', false]),
      ...allRight(assignment, 'ann'),
    ];
    const files = Object.fromEntries(
      [0, 1, 2, 3].map((wrong) => [`${wrong}.json`, submissionText(assignment, { id: 'ann', tries: tries(wrong) })]),
    );
    const { page, command } = both('rules', files, assignment);
    for (const format of formats) expect(command(format), format).toBe(page[format]);
    const { submissions } = JSON.parse(page.json) as {
      submissions: { points: number; max: number; flags: { name: string }[] }[];
    };
    expect(submissions.map(({ points, max }) => [points, max])).toEqual([
      [9, 9],
      [7.35, 9],
      [5.7, 9],
      [4, 9],
    ]);
    expect(submissions.map(({ flags }) => flags.map(({ name }) => name).includes('early'))).toEqual(
      Array(4).fill(true),
    );
    expect(submissions[3]?.flags.map(({ name }) => name)).toContain('attempts');
  });

  test('of a course has the same bytes in page and command', () => {
    const page = lab as unknown as PageLab;
    const [first, second] = [assignmentOf(page, { title: 'One' }), assignmentOf(page, { points: { 'q-rule': 4 } })];
    const link = (assignment: typeof first): string =>
      assignmentLink('https://example.org/labs/zfs-directories.html', assignment);
    const toml = `title = "C"\n[[lab]]\nassignment = "${link(first)}"\n[[lab]]\ntitle = "=Two"\nassignment = "${link(second)}"\n`;
    const course = readCourse(toml, [{ id: page.id, title: page.title }], 'https://example.org/');
    const work = (assignment: typeof first, id: string): string =>
      submissionText(assignment, { id, tries: allRight(assignment, id) });
    const files: Record<string, string> = {
      'a-1.json': work(first, 's1001'),
      'a-2.json': work(second, 'S1001'),
      'b-1.json': work(first, 's1002'),
      'c-2.json': work(second, 'zoë'),
      'x.json': '{',
    };
    const rest = new Grading();
    mkdirSync(join(folder, 'course'));
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, 'course', name), text);
      rest.add(`course/${name}`, Buffer.from(text));
    }
    writeFileSync(join(folder, 'course.toml'), toml);
    rest.setRoster(roster);
    const parts = rest.split(course.labs.map(({ assignment }) => JSON.stringify(assignment)));
    const table = rest.courseTable();
    for (const [at, part] of parts.entries()) {
      part.openLab(readFileSync(join(folder, 'lab.json')), new OpenLab(lab));
      for (let file = 0; file < part.length; file++) part.grade(file);
      part.compare();
      table.add(course.labs[at]?.title ?? '', part);
    }
    const command = (format: string): string => {
      const args = ['check', '--lab', 'lab.json', '--course', 'course.toml', '--roster', 'roster.csv'];
      return spawnSync(program, [...args, '--format', format, 'course'], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    expect(command('csv')).toBe(table.toCsv());
    expect(command('canvas')).toBe(table.toCanvas());
    expect(command('moodle')).toBe(table.toMoodle());
    // The files for the second assignment claim the lab's points, so they are flagged for review.
    expect(rows(table.toCsv())).toEqual([
      ['id', 'name', 'score', 'points', 'max', 'One', "'=Two", 'missing', 'review'],
      ['s1001', 'Ada Honest', '1.0000', '9', '9', '3', '6', '0', '1'],
      ['s1002', "'=Bob", '0.3333', '3', '9', '3', '', '1', '0'],
      ['s1999', 'Mia', '0.0000', '0', '9', '', '', '2', '0'],
      ['zoë', '', '0.6667', '6', '9', '', '6', '1', '1'],
    ]);
  });

  test('replays model runs identically', () => {
    const scenario = { ...lab.start };
    const output = 'external_throughput';
    const [value = 0] = new OpenLab(lab).evaluate(scenario, [output]);
    const run = (value: number) => [{ t: 1, k: 'run' as const, block: 'size', scenario, output, value }];
    const assignment = assignmentOf(lab as unknown as PageLab, { questions: [...counted, 'q-beyond'] });
    const files = Object.fromEntries(
      [value, value * (1 + 1e-9)].map((value, at) => {
        const id = `run-${at}`;
        const tries = [...allRight(assignment, id), ['q-beyond', '123', false] as [string, string, boolean]];
        return [`${id}.json`, submissionText(assignment, { id, tries, before: run(value) })];
      }),
    );
    const { page, command } = both('runs', files, assignment);
    for (const format of formats) expect(command(format), format).toBe(page[format]);
    const { submissions } = JSON.parse(page.json) as { submissions: { flags: { name: string }[] }[] };
    expect(submissions.map(({ flags }) => flags.map(({ name }) => name))).toEqual([
      [expect.stringMatching('claimed')],
      expect.arrayContaining(['run']),
    ]);
  });
});

/** Returns the rows of a CSV file without line breaks in its cells. */
const rows = (csv: string): string[][] =>
  csv
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted ?? plain ?? '').replaceAll('""', '"'),
      ),
    );

describe('gradebook for', () => {
  const canvasExport =
    'Student,ID,SIS User ID,SIS Login ID,Section,"Week 3 (4711)",Final Score\n' +
    '    Points Possible,,,,,3,(read only)\n' +
    '"Honest, Ada",901,s1001,ada,"Lab A",,\n"=Wrong, Bob",902,s1002,bob,"Lab A",,\n"Student, Test",903,,x,"Lab A",,\n';

  function book(list: string | undefined): Grading {
    const { assignment, files } = classOfTen(lab as unknown as PageLab);
    const book = new Grading();
    for (const [path, content] of Object.entries(files)) book.add(path, Buffer.from(content));
    if (list !== undefined) book.setRoster(list);
    book.setAssignment(JSON.stringify(assignment));
    book.openLab(readFileSync(join(folder, 'lab.json')), new OpenLab(lab));
    for (let at = 0; at < book.length; at++) book.grade(at);
    return book;
  }

  test('Canvas has the header and ids that its importer looks for', () => {
    const [header = [], possible = [], ...students] = rows(book(canvasExport).toCanvas());
    // Canvas's rules: "Student" and "ID" are the first two titles, SIS ids follow, and "Section" precedes the
    // assignments.
    expect(header[0]).toContain('Student');
    expect(header[1]).toContain('ID');
    expect(header[2]).toMatch(/SIS\s+User\s+ID/);
    expect(header[3]).toMatch(/SIS\s+Login\s+ID/);
    expect(header[4]).toContain('Section');
    // Canvas finds an assignment by the number after its title.
    expect(header[5]).toBe('Week 3 (4711)');
    expect(possible[0]).toContain('Points Possible');
    expect(possible[5]).toBe('3');
    expect(students).toEqual([
      ['Honest, Ada', '901', 's1001', 'ada', 'Lab A', '3'],
      ["'=Wrong, Bob", '902', 's1002', 'bob', 'Lab A', '0'],
    ]);
    // A roster from another source has no Canvas ids: a number in the ID column would identify another person.
    const [, , first] = rows(book('id,name\ns1001,Ada\n').toCanvas());
    expect(first).toEqual(['Ada', '', 's1001', '', '', '3']);
  });

  test('Moodle names only people on the roster, with a dash for a missing file', () => {
    const list =
      'First name,Last name,ID number,Email address\nAda,Honest,s1001,ada@example.org\nMia,Missing,s1999,mia@example.org\n';
    expect(rows(book(list).toMoodle())).toEqual([
      ['ID number', 'Email address', 'Name', 'Week 3'],
      ['s1001', 'ada@example.org', 'Ada Honest', '3'],
      ['s1999', 'mia@example.org', 'Mia Missing', '-'],
    ]);
    // Without a roster, everyone with a readable file is included.
    expect(rows(book(undefined).toMoodle())).toHaveLength(1 + 9);
  });
});
