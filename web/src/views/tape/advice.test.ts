import { describe, expect, it } from 'vitest';
import type { Answers } from '../choice';
import { advised, asked, begin, questions, rules, words } from './advice';

/** All ways to answer. */
const all = questions.reduce<Answers[]>(
  (ways, { id, options }) => ways.flatMap((way) => options.map(({ value }) => ({ ...way, [id]: value }))),
  [{}],
);

describe('the choice of a codec', () => {
  it('has an answer to every way to answer, and no rule that never answers', () => {
    for (const answers of all) expect(advised(answers), JSON.stringify(answers)).not.toEqual([]);
    const deciding = new Set(all.map((answers) => advised(answers)[0]));
    expect(rules.filter((rule) => !deciding.has(rule))).toEqual([]);
  });

  it('knows its questions, answers and advice', () => {
    for (const { when, advice, reason, place } of rules) {
      expect(Object.keys(words)).toContain(advice);
      expect(reason).toMatch(/\.$/);
      expect(place).not.toBe('');
      for (const [id, value] of Object.entries(when))
        expect(questions.find((question) => question.id === id)?.options.map(({ value }) => value)).toContain(value);
    }
  });

  it('says what the source says of each of its cases', () => {
    const advice = (answers: Answers): string | undefined => advised({ ...begin(), ...answers })[0]?.advice;
    expect(advice({ data: 'incompressible', goal: 'capacity' })).toBe('off');
    expect(advice({ jobs: 'many' })).toBe('zstd');
    expect(advice({ jobs: 'few' })).toBe('lz4');
    expect(advice({ jobs: 'few', cache: 'yes' })).toBe('zstd');
    expect(advice({ jobs: 'many', goal: 'single' })).toBe('lz4');
    expect(advice({ limited: 'yes' })).toBe('either');
    expect(advice({ machine: 'power7', work: 'write' })).toBe('lz4');
    expect(advice({ machine: 'power7', work: 'read' })).toBe('ficon');
    expect(advice({ machine: 'power7', goal: 'capacity' })).toBe('lz4');
  });

  it('asks only what makes a difference', () => {
    const ids = (answers: Answers): string[] => asked({ ...begin(), ...answers }).map(({ id }) => id);
    expect(ids({ data: 'incompressible' })).toEqual(['data']);
    expect(ids({ machine: 'power7' })).toEqual(['data', 'machine', 'goal', 'work']);
    // What is not asked does not count, although it was answered before.
    const before = { ...begin(), machine: 'power7', jobs: 'few', cache: 'yes' };
    expect(advised(before)).toEqual(advised({ ...before, jobs: 'many', cache: 'no' }));
  });
});
