import { describe, expect, test } from 'vitest';
import { lessonOf, lessons, limits, media, mediumOf, problemOf, withMedium, type LimitedField } from './settings';

describe.each(Object.keys(limits) as LimitedField[])('field %s', (field) => {
  const { min, max } = limits[field];

  test('accepts its limits and a value between', () => {
    for (const value of [min, max, min + 1]) expect(problemOf(field, value)).toBe('');
  });

  test.each([min - 1, max + 1, -1e9, 1e9, 2.5, NaN, Infinity, null, undefined])('refuses %s', (value) => {
    expect(problemOf(field, value)).toMatch(new RegExp(`^Choose a whole number of .* from ${min} to ${max}\\.$`));
  });
});

test('medium is restored from the settings', () => {
  for (const [medium] of media) expect(mediumOf(withMedium(lessons[0].settings, medium))).toBe(medium);
});

test('lesson is found by its settings', () => {
  for (const lesson of lessons) {
    expect(lessonOf({ ...lesson.settings })).toBe(lesson);
    expect(lessonOf({ ...lesson.settings, guests: 6 })).toBeUndefined();
    for (const field of Object.keys(limits) as LimitedField[])
      expect(problemOf(field, lesson.settings[field])).toBe('');
  }
});
