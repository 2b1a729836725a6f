import type { Assignment } from './format';
import { describe, expect, test } from 'vitest';
import { exampleLab } from '../lab/examples';
import type { Block } from '../lab/types';
import { Session } from '../session/session.svelte';
import { LinkError } from '../player/link/link';
import { assignmentProblems, lockedSettings, NoAssignment, readAssignment } from './assignment';
import { gradableItems, excerpt } from './items';
import { WorkStore } from './work-store';
import { assignmentIn, assignmentLink } from './link';
import { fileName, submission } from './submission';
import { clock } from './words';
import { Work } from './work.svelte';

const say = (text: string): Block => ({ kind: 'paragraph', text: [{ kind: 'text', text }] });
const question = (id: string, points: number): Block => ({
  kind: 'question',
  id,
  ask: [say(`What is ${id}?`)],
  answer: { kind: 'number', value: '1', unit: '1', tolerance: '0' },
  points,
  feedback: [],
});
const lab = exampleLab({
  id: 'directories',
  start: { names: 50_000, format: 'v5', quick: false },
  steps: [
    {
      id: 'one',
      title: 'One',
      blocks: [
        {
          kind: 'control',
          id: 'names',
          setting: 'names',
          title: 'Names',
          input: { kind: 'number', least: 10, greatest: 100_000, whole: true, scale: 'log', unit: 'names' },
        },
        { kind: 'control', id: 'quick', setting: 'quick', title: 'Quick', input: { kind: 'switch' } },
        { kind: 'predict', id: 'p1', ask: [say('More or less?')], guess: { kind: 'choice', choices: [] } },
        { kind: 'reveal', after: 'p1', blocks: [question('q1', 1)] },
      ],
    },
    { id: 'two', title: 'Two', blocks: [question('q2', 3)] },
  ],
});
const assignment: Assignment = {
  lab: 'directories',
  lab_hash: 'sha256-00',
  engine: '0.1.0',
  questions: ['p1', 'q1', 'q2'],
  locked: { names: 2000 },
  seed: 'student',
  title: 'Directories, part 1: “größer” & faster',
  pass: 0.5,
};
const page = 'https://example.org/any/labs/directories.html?s=old#two';

describe('assignment link', () => {
  test('returns the assignment, on the lab’s page and without other state', () => {
    const link = assignmentLink(page, assignment);
    expect(link).toMatch(/^https:\/\/example\.org\/any\/labs\/directories\.html\?a=[\w.-]+$/);
    expect(assignmentIn(link)).toEqual(assignment);
  });

  test('is refused when cut or changed', () => {
    const link = assignmentLink(page, assignment);
    for (const damaged of [link.slice(0, -3), link.slice(0, -30), link.replace(/a=1\.(.)/, 'a=1.$1A')])
      expect(() => assignmentIn(damaged)).toThrow(LinkError);
  });

  test('is refused with a reason when a field has a wrong type', () => {
    const read = (change: object) => () => readAssignment({ ...assignment, ...change });
    expect(read({ questions: ['q1', 7] })).toThrow('its questions cannot be read');
    expect(read({ questions: Array(1000).fill('q1') })).toThrow(NoAssignment);
    expect(read({ locked: { names: { deep: 1 } } })).toThrow('its names cannot be read');
    expect(read({ seed: 'mine' })).toThrow('rule for numbers');
    expect(read({ lab_hash: undefined })).toThrow('version');
    expect(() => readAssignment('text')).toThrow('content');
  });

  test('keeps its rules, and is refused with a reason when one cannot be kept', () => {
    const rules = { points: { q1: 4, p1: 0 }, attempts: 3, cost: 0.29, opens: '2026-05-01T06:00:00.000Z' };
    expect(assignmentIn(assignmentLink(page, { ...assignment, ...rules }))).toEqual({ ...assignment, ...rules });
    const read = (change: object) => () => readAssignment({ ...assignment, ...change });
    for (const points of [{ q1: -1 }, { q1: 1.5 }, { q1: '2' }, [], { q1: 2 ** 32 }])
      expect(read({ points }), JSON.stringify(points)).toThrow('its points cannot be read');
    for (const attempts of [0, -1, 1.5, '3', 2 ** 32])
      expect(read({ attempts }), String(attempts)).toThrow('its number of attempts cannot be read');
    for (const cost of [-0.1, 1.01, 0.333, '0.5', null])
      expect(read({ cost }), String(cost)).toThrow('its cost of wrong answers cannot be read');
  });

  test('drops fields that assignments do not have', () => {
    const read = readAssignment({ ...assignment, pass: 7, skip: 'no', title: 7, due: 'soon', more: 1 });
    expect(Object.keys(read)).toEqual(['lab', 'lab_hash', 'engine', 'questions', 'locked', 'seed']);
    const due = '2026-05-04T22:00:00.000Z';
    expect(readAssignment({ ...assignment, due }).due).toBe(due);
  });

  test('keeps its key, and is refused as a whole when the key is damaged', () => {
    const key = 'BMKKIGMo6kGiesJVImxPMQhtfj5E6rQh_q3_0pDM_C48slQXMBvMTikKEHK2qwQztw71PFWzkFYSuL1TfAwlGhM';
    expect(assignmentIn(assignmentLink(page, { ...assignment, key }))).toEqual({ ...assignment, key });
    const damaged = [7, null, '', key.slice(1), `${key}A`, key.replace('_', '/'), key.replace('BM', 'AM'), `${key}==`];
    for (const one of [...damaged, `${key.slice(0, -1)}N`])
      expect(() => readAssignment({ ...assignment, key: one }), String(one)).toThrow('its key cannot be read');
  });
});

describe('assignment problems', () => {
  const here = { lab_hash: 'sha256-00', engine: '0.1.0' };

  test('are empty when lab and engine are the same', () => {
    expect(assignmentProblems(assignment, lab, here)).toEqual([]);
  });

  test('name another version, missing questions, and settings without a control', () => {
    const odd = {
      ...assignment,
      questions: ['q1', 'q9'],
      locked: { names: 2000, quick: 'no', shape: 1, format: 'v4' },
    };
    const said = assignmentProblems(odd, lab, { lab_hash: 'sha256-01', engine: '0.2.0' });
    expect(said.join(' ')).toMatch(
      /another version of this lab and version 0\.1\.0 of the engine \(this page has version 0\.2\.0\)/,
    );
    expect(said.slice(1).join(' ')).toMatch(/q9.*quick, shape, format/);
    expect(lockedSettings(lab, odd)).toEqual({ names: 2000 });
    expect(lockedSettings(lab, { ...odd, locked: { names: 1e9 } })).toEqual({});
  });
});

test('gradable items include those in reveals, with their first words', () => {
  expect(gradableItems(lab).map(({ id, words, step }) => [id, words, step.title])).toEqual([
    ['p1', 'More or less?', 'One'],
    ['q1', 'What is q1?', 'One'],
    ['q2', 'What is q2?', 'Two'],
  ]);
  const drawn: Block = {
    kind: 'paragraph',
    text: [
      { kind: 'text', text: 'With ' },
      { kind: 'drawn', name: 'n' },
    ],
  };
  expect([excerpt([drawn]), excerpt([say('word '.repeat(50))]).length < 120]).toEqual(['With …', true]);
});

test('file name has lab and student, and only characters that every system accepts', () => {
  expect(fileName('l', 's1234567')).toBe('l-s1234567.lab.json');
  expect(fileName('l', ' Zoë Müller ')).toBe('l-Zoë-Müller.lab.json');
  expect(fileName('l', '../../etc/passwd')).toBe('l-etc-passwd.lab.json');
  expect(fileName('l', 'a\u0000b:c*?"<>|')).toBe('l-a-b-c.lab.json');
  expect([fileName('l', '...'), fileName('l', 'x'.repeat(500)).length]).toEqual(['l-student.lab.json', 71]);
});

test('clock adds the day when it is not today', () => {
  const time = new Date(2026, 4, 3, 14, 5);
  expect([clock(time.toISOString(), time), clock(time.toISOString(), new Date(2026, 4, 4))]).toEqual([
    'at 14:05',
    'on 3 May 2026 at 14:05',
  ]);
});

/** Returns a browser's storage; it is empty and, if `full`, accepts nothing. */
const memory = (full = false) => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
};

let time = 0;
const begin = (storage: ReturnType<typeof memory> | undefined, student = 'ann') => {
  const session = new Session(lab, { seed: 'seed', now: () => (time += 10_000) });
  const parts = { assignment, session, student: { id: student, name: 'A' }, started: '2026-05-03T12:00:00.000Z' };
  return new Work(lab, parts, new WorkStore(assignment, student, storage));
};
const attempt = (text: string, right = false) => ({ given: { kind: 'number', text }, right }) as const;
const same = (state: unknown) => state as Session['state'] | undefined;

describe('work', () => {
  test('is saved by assignment and student', () => {
    const storage = memory();
    const work = begin(storage);
    work.session.answer('q1', attempt('1'));
    work.save('2026-05-03T12:05:00.000Z');
    const found = new WorkStore(assignment, 'ann', storage).read(same);
    expect(found).toMatchObject({ name: 'A', saved: '2026-05-03T12:05:00.000Z', log: work.session.log });
    expect(found?.state.answers).toEqual(work.session.state.answers);
    expect(new WorkStore(assignment, 'bob', storage).read(same)).toBeUndefined();
    expect(new WorkStore({ ...assignment, title: 'Part 2' }, 'ann', storage).read(same)).toBeUndefined();
  });

  test('counts as missing when the saved record is damaged', () => {
    const storage = memory();
    const work = begin(storage);
    work.save();
    const [key = '', text = ''] = [...storage.kept][0] ?? [];
    for (const damaged of [
      text.slice(0, -9),
      '[]',
      'null',
      text.replace('work/1', 'work/2'),
      text.replace('2026', ''),
    ]) {
      storage.kept.set(key, damaged);
      expect(new WorkStore(assignment, 'ann', storage).read(same)).toBeUndefined();
    }
  });

  test('is at risk while answers are neither saved nor submitted', () => {
    for (const storage of [undefined, memory(true), memory()]) {
      const work = begin(storage);
      work.session.set('names', 20);
      work.save();
      expect(work.atRisk).toBe(false);
      work.session.answer('q1', attempt('1'));
      expect(work.atRisk).toBe(true);
      work.save();
      expect([work.keeps, work.atRisk]).toEqual([storage?.kept.size === 1, !work.keeps]);
      work.given(work.session.log, '2026-05-03T12:06:00.000Z');
      expect([work.atRisk, work.changed]).toEqual([false, false]);
      work.session.commit('p1', { kind: 'choice', id: 'a' });
      expect([work.atRisk, work.changed]).toEqual([true, true]);
    }
  });

  test('counts what the assignment asks for', () => {
    const work = begin(undefined);
    expect(work.open.map(({ id }) => id)).toEqual(['p1', 'q1', 'q2']);
    work.session.answer('q2', attempt('1'));
    work.session.commit('p1', { kind: 'choice', id: 'a' });
    expect(work.open.map(({ id }) => id)).toEqual(['q1']);
  });

  test('is submitted with every answer, graded with the student’s seed', async () => {
    const work = begin(undefined);
    work.session.answer('q1', attempt('7'));
    work.session.answer('q2', attempt('7'));
    work.session.answer('q2', attempt('1', true));
    // An answer still counts after a reset.
    work.session.reset();
    const asked: unknown[] = [];
    const made = await submission(work, (question, given, seed) => {
      asked.push([question.id, seed]);
      return Promise.resolve({ right: given.kind === 'number' && given.text === '1', feedback: undefined });
    });
    expect(asked).toEqual([
      ['q1', 'seed'],
      ['q2', 'seed'],
      ['q2', 'seed'],
    ]);
    expect(made.claimed).toEqual({
      score: 0.75,
      points: 3,
      questions: {
        p1: { right: false, points: 0 },
        q1: { right: false, points: 0 },
        q2: { right: true, points: 3 },
      },
    });
    expect(made).toMatchObject({
      assignment,
      student: { id: 'ann', name: 'A' },
      seed: 'seed',
      events: work.session.log,
    });
  });

  test('claims the points of the assignment’s rules', async () => {
    const rules = { points: { p1: 2, q2: 6 }, attempts: 2, cost: 0.33 };
    const session = new Session(lab, { seed: 'seed', now: () => (time += 10_000) });
    const set = { ...assignment, ...rules };
    const parts = { assignment: set, session, student: { id: 'ann', name: 'A' }, started: '2026-05-03T12:00:00.000Z' };
    const work = new Work(lab, parts, new WorkStore(set, 'ann', undefined));
    session.commit('p1', { kind: 'choice', id: 'a' });
    // The third answer to q1 is right, but does not count.
    for (const text of ['7', '8', '1']) session.answer('q1', attempt(text));
    for (const text of ['7', '1', '7']) session.answer('q2', attempt(text));
    const made = await submission(work, (_, given) =>
      Promise.resolve({ right: given.kind === 'number' && given.text === '1', feedback: undefined }),
    );
    expect(made.claimed).toEqual({
      score: 6.02 / 9,
      points: 6.02,
      questions: {
        p1: { right: true, points: 2 },
        q1: { right: false, points: 0 },
        q2: { right: true, points: 4.02 },
      },
    });
  });
});
