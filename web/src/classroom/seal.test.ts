import { describe, expect, test } from 'vitest';
import { hashName, sha256 } from '../lab/hash';
import type { Assignment, UnsealedSubmission } from './format';
import { base32 } from '../state/base32';
import { chain, seal, seedOf, verificationCode } from './seal';

const assignment: Assignment = { lab: 'l', lab_hash: 'sha256-00', engine: '0.1.0', questions: ['q1'], seed: 'student' };
const unsealed: UnsealedSubmission = {
  format: 'pathlength-submission/1',
  assignment,
  student: { id: 'ann', name: '' },
  seed: 'seed',
  started: '2026-05-03T12:00:00.000Z',
  ended: '2026-05-03T13:00:00.000Z',
  events: [
    { t: 0, k: 'open' },
    { t: 5, k: 'hint', block: 'q1', n: 1 },
  ],
  claimed: { score: 0, points: 0, questions: {} },
};

describe('hash', () => {
  test('matches FIPS 180 for "abc"', () => {
    const abc = 'sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashName(sha256('abc'))).toBe(abc);
    expect(hashName(sha256('c', new TextEncoder().encode('ab')))).toBe(abc);
  });
});

describe('base 32', () => {
  test('takes five bits per symbol, the highest first', () => {
    expect(base32(Uint8Array.of(0b00001_000, 0b10_11111_0, 0b0001_0000), 4)).toBe('12Z1');
  });
});

describe('verification code', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  /** Returns whether a code satisfies Luhn's rule, including the check symbol. */
  const canSet = (code: string): boolean => {
    const symbols = [...code.replaceAll('-', '')].map((symbol) => alphabet.indexOf(symbol)).reverse();
    const sum = symbols.reduce((sum, symbol, at) => {
      const value = symbol * (1 + (at % 2));
      return sum + Math.floor(value / 32) + (value % 32);
    }, 0);
    return sum % 32 === 0;
  };

  test('has four groups and detects a wrong symbol in any place', () => {
    const code = verificationCode(sha256('abc'));
    expect(code).toBe('Q9W1-DFWF-077Y-MGAX');
    expect(canSet(code)).toBe(true);
    for (const [at, symbol] of [...code].entries()) {
      if (symbol === '-') continue;
      const wrong = code.slice(0, at) + (symbol === '0' ? '1' : '0') + code.slice(at + 1);
      expect(canSet(wrong), wrong).toBe(false);
    }
  });
});

describe('seal', () => {
  test('chains the fields before the events, each event, and the fields after', () => {
    const { text, verificationCode: code } = seal(unsealed);
    const { links, chain: last, ...rest } = JSON.parse(text) as Record<string, unknown>;
    expect(rest).toEqual(unsealed);
    const begin = sha256(
      '{"assignment":{"engine":"0.1.0","lab":"l","lab_hash":"sha256-00","questions":["q1"],"seed":"student"},' +
        '"format":"pathlength-submission/1","seed":"seed","started":"2026-05-03T12:00:00.000Z",' +
        '"student":{"id":"ann","name":""}}',
    );
    const one = sha256('{"k":"open","t":0}', begin);
    const two = sha256('{"block":"q1","k":"hint","n":1,"t":5}', one);
    const end = sha256('{"claimed":{"points":0,"questions":{},"score":0},"ended":"2026-05-03T13:00:00.000Z"}', two);
    expect(links).toBe(hashName(one).slice(7, 11) + hashName(two).slice(7, 11));
    expect([last, code]).toEqual([hashName(end), verificationCode(end)]);
    expect(chain(begin, { t: 0, k: 'open' })).toEqual(one);
  });

  test('omits undefined values', () => {
    const { step, ...reset } = { t: 1, k: 'reset', step: undefined } as const;
    const sealed = (event: object) => seal({ ...unsealed, events: [event as never] }).text;
    expect(sealed({ ...reset, step })).toBe(sealed(reset));
  });

  test('names the missing part when a part is missing', () => {
    for (const part of Object.keys(unsealed)) {
      const lacking = { ...unsealed, [part]: undefined };
      expect(() => seal(lacking as never)).toThrow(`the submission has no ${part}: it must have every part`);
    }
    expect(() => seal(7 as never)).toThrow('the submission has no format');
  });

  test('is refused when a value is not plain data', () => {
    const round: Record<string, unknown> = { ...unsealed };
    round['claimed'] = round;
    for (const value of [round, { ...unsealed, seed: 7n }])
      expect(() => seal(value as never)).toThrow('the submission cannot be written as JSON: it must be plain data');
  });

  test('is refused when a value or a name has an incomplete character', () => {
    const named = (name: string) => seal({ ...unsealed, student: { id: 'ann', name } });
    expect(() => named('ab\ud83d')).toThrow(
      String.raw`"ab\ud83d" contains an incomplete character: enter the text again`,
    );
    expect(named('ab😀').text).toContain('ab😀');
    const questions = { '\udc00': { right: true, points: 0 } };
    expect(() => seal({ ...unsealed, claimed: { score: 0, points: 0, questions } })).toThrow('incomplete character');
  });
});

describe('seed', () => {
  test('depends on the student only when the assignment says so', () => {
    const same: Assignment = { ...assignment, seed: 'same' };
    expect(seedOf(assignment, 'ann')).toMatch(/^[0-9a-f]{16}$/);
    expect(seedOf(assignment, 'bob')).not.toBe(seedOf(assignment, 'ann'));
    expect(seedOf(same, 'bob')).toBe(seedOf(same, 'ann'));
    expect(seedOf({ ...same, title: 'Week 4' }, 'ann')).not.toBe(seedOf(same, 'ann'));
    expect(seedOf(same, 'ann')).toBe(
      hashName(
        sha256('{"assignment":{"engine":"0.1.0","lab":"l","lab_hash":"sha256-00","questions":["q1"],"seed":"same"}}'),
      ).slice(7, 23),
    );
  });

  test('is refused without a rule or with an incomplete character', () => {
    expect(() => seedOf({ ...assignment, seed: 'mine' as never }, 'ann')).toThrow('how to randomize its numbers');
    expect(() => seedOf(assignment, 'ann\udc00')).toThrow('incomplete character');
  });
});
