import { describe, expect, test } from 'vitest';
import { lessonOf, lessons, limits, media, mediumOf, withMedium, wrong, type Limited } from './settings';

describe.each(Object.keys(limits) as Limited[])('the field %s', (field) => {
  const { least, greatest } = limits[field];

  test('takes its ends and what is between', () => {
    for (const value of [least, greatest, least + 1]) expect(wrong(field, value)).toBe('');
  });

  test.each([least - 1, greatest + 1, -1e9, 1e9, 2.5, NaN, Infinity, null, undefined])('refuses %s', (value) => {
    expect(wrong(field, value)).toMatch(new RegExp(`^Choose a whole number of .* from ${least} to ${greatest}\\.$`));
  });
});

test('every medium can be chosen and is found again', () => {
  for (const [medium] of media) expect(mediumOf(withMedium(lessons[0].settings, medium))).toBe(medium);
});

test('a lesson is known by its settings, whichever way they came about', () => {
  for (const lesson of lessons) {
    expect(lessonOf({ ...lesson.settings })).toBe(lesson);
    expect(lessonOf({ ...lesson.settings, guests: 6 })).toBeUndefined();
    for (const field of Object.keys(limits) as Limited[]) expect(wrong(field, lesson.settings[field])).toBe('');
  }
});
