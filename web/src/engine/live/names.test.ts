import { describe, expect, test } from 'vitest';
import { namesOf, patterns } from './names';

describe.each(patterns)('names of the pattern $id', ({ id, seeded }) => {
  const names = [...namesOf(id, 0, 5000, 7)];

  test('are equal for equal seeds', () => {
    expect([...namesOf(id, 0, 5000, 7)]).toEqual(names);
  });

  test('differ from each other and from the names that follow', () => {
    expect(new Set([...names, ...namesOf(id, 5000, 5000, 7)]).size).toBe(10_000);
  });

  test('are valid names', () => {
    expect(names.every((name) => /^[\w.,:-]{1,256}$/.test(name))).toBe(true);
  });

  test('depend on the seed if the pattern is seeded', () => {
    expect([...namesOf(id, 0, 5000, 8)].join() !== names.join()).toBe(seeded);
  });
});

test('unknown pattern is refused with its name', () => {
  expect(() => [...namesOf('nonsense', 0, 1, 1)]).toThrow('nonsense');
});
