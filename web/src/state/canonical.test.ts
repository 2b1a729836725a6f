import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical';

describe('canonical JSON', () => {
  test('is that of the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('has keys in the order of their UTF-16 units, as in section 3.2.3', () => {
    const names = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(names).match(/(?<=:")[^"]+/g)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test('puts keys that look like numbers where their characters belong', () => {
    expect(canonicalJson({ 9: 'b', 10: 'a', '!': 0 })).toBe('{"!":0,"10":"a","9":"b"}');
  });

  test('treats what JSON lacks as JSON.stringify does', () => {
    const value = { a: undefined, b: [undefined, NaN, -0], c: Infinity, d: new Date(0), ['__proto__']: 1 };
    expect(canonicalJson(value)).toBe('{"__proto__":1,"b":[null,null,0],"c":null,"d":"1970-01-01T00:00:00.000Z"}');
  });

  test('is refused for a value that refers to itself', () => {
    const round: Record<string, unknown> = {};
    round['again'] = [round];
    expect(() => canonicalJson(round)).toThrow(TypeError);
  });

  test('means the value it was made of, whatever the order of keys', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([key, inner]) => [key, turned(inner)]));
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(turned(value))).toBe(text);
      }),
    );
  });
});
