import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { between } from './between';
import { Cursor } from './cursor.svelte';
import { decimate } from './decimate';
import { halfBeside, modelled } from './digits';
import { factor, listed, printed, share, short, signed } from './format';
import { nearest } from './hands';
import { around, decades, linear, log } from './scale';

describe('scales', () => {
  test('linear maps its ends to the ends of the range, also upside down', () => {
    const y = linear([0, 10], [200, 0]);
    expect([y(0), y(5), y(10)]).toEqual([200, 100, 0]);
    expect(y.ticks).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test('linear has fewer ticks where they would be too close to each other', () => {
    expect(linear([0, 4000], [0, 110], 3).ticks).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(linear([0, 4000], [0, 110], 3, 50).ticks).toEqual([0, 2000, 4000]);
    expect(linear([20, 800], [0, 230], 3, 50).ticks).toEqual([200, 400, 600, 800]);
  });

  test('log gives equal factors equal lengths', () => {
    const x = log([10, 1000], [0, 200]);
    expect(x(100)).toBe(100);
    expect(x(1000) - x(100)).toBe(x(100) - x(10));
  });

  test('log has decades as ticks, fewer where they would not fit', () => {
    expect(log([10, 1e6], [0, 900]).ticks).toEqual([10, 100, 1000, 1e4, 1e5, 1e6]);
    expect(log([10, 1e6], [0, 200], 3).ticks).toEqual([10, 1000, 1e5]);
    expect(log([10, 1000], [0, 900]).minor).toEqual([
      20, 30, 40, 50, 60, 70, 80, 90, 200, 300, 400, 500, 600, 700, 800, 900,
    ]);
  });

  test('log adds ticks at 2 and 5, or at 3, where its labels have room', () => {
    expect(log([0.9, 12], [0, 900]).ticks).toEqual([1, 2, 5, 10]);
    // The label of 1,000 would overlap that of 2,000, and on a narrower chart also that of 3,000.
    expect(log([500, 20_000], [0, 270], 3, 55).ticks).toEqual([1000, 3000, 10_000]);
    expect(log([900, 60_000], [0, 150], 3, 50).ticks).toEqual([1000, 10_000]);
    expect(log([900, 60_000], [0, 150], 3).ticks).toEqual([1000, 2000, 5000, 10_000, 20_000, 50_000]);
    // These ranges contain no power of ten.
    expect(log([15, 60], [0, 270], 3).ticks).toEqual([20, 50]);
    expect(log([30, 45], [0, 270], 3).ticks).toEqual([30]);
  });

  test('decades hold all values and ignore those without a logarithm', () => {
    expect(decades([384, 307703, 0, NaN, -1])).toEqual([100, 1e6]);
    expect(decades([100, 1000])).toEqual([100, 1000]);
    expect(decades([100])).toEqual([100, 1000]);
    expect(decades([])).toEqual([1, 10]);
  });

  test('around ends at the next 1, 2, or 5 of a decade', () => {
    expect(around([0.206, 1, 10.9])).toEqual([0.2, 20]);
    expect(around([1, 4.9, 0, NaN, -3])).toEqual([1, 5]);
    expect(around([0.5, 0.5])).toEqual([0.5, 1]);
    expect(around([])).toEqual([1, 10]);
  });
});

describe('decimation', () => {
  test('keeps at most four points per pixel column', () => {
    const n = 100_000;
    const x = Array.from({ length: n }, (_, i) => (i / n) * 500);
    const y = x.map((v) => Math.sin(v * 40) * 100);
    expect(decimate(x, y).length).toBeLessThanOrEqual(4 * 500);
  });

  test('keeps the first, last, highest, and lowest of each pixel column', () => {
    const y = [5, 9, 1, 4, 7, 7];
    expect(decimate([0, 0.2, 0.4, 0.8, 1.1, 1.2], y)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(decimate([0, 0.1, 0.2, 0.3], [1, 2, 1.5, 3])).toEqual([0, 3]);
  });

  test('keeps every point when each has its own column', () => {
    expect(decimate([0, 10, 20], [1, 2, 3])).toEqual([0, 1, 2]);
  });

  test('returns nothing for no points', () => {
    expect(decimate([], [])).toEqual([]);
  });
});

describe('numbers as text', () => {
  test('signed uses a minus sign, not a hyphen', () => {
    expect([signed(0.034), signed(-0.034), signed(0), signed(12), signed(NaN)]).toEqual([
      '+3.4\u202f%',
      '−3.4\u202f%',
      '±0.0\u202f%',
      '+1,200\u202f%',
      '–',
    ]);
  });

  test('short has three digits, or all of the whole part', () => {
    expect([short(0.12345), short(12.345), short(123456.7), short(NaN)]).toEqual(['0.123', '12.3', '123,457', '–']);
    expect([factor(7.8), factor(276.67), factor(NaN)]).toEqual(['7.80×', '277×', '–']);
    expect(share(0.049)).toBe('4.9\u202f%');
  });

  test('printed is what Intl prints when the decimal places are at most ten', () => {
    const intl = (value: number, min: number): string =>
      value.toLocaleString('en', { minimumFractionDigits: min, maximumFractionDigits: 10 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (whole, places) => {
        const value = whole / 10 ** places || 0;
        expect(printed(value, 's')).toBe(intl(value, 0));
        expect(printed(value, 'ratio')).toBe(intl(value, 2));
      }),
    );
  });
  test('listed joins words as English does', () => {
    const and = new Intl.ListFormat('en');
    const or = new Intl.ListFormat('en', { type: 'disjunction' });
    for (const words of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
      expect(listed(words)).toBe(and.format(words));
      expect(listed(words, 'or')).toBe(or.format(words));
    }
  });
  test('printed keeps all digits', () => {
    expect([printed(12.54, 's'), printed(3.443, 's'), printed(0.1995, '1'), printed(44532, 'names')]).toEqual([
      '12.54',
      '3.443',
      '0.1995',
      '44,532',
    ]);
    expect([printed(1, 'ratio'), printed('>3,600', 'MB/s'), printed(null, 's')]).toEqual(['1.00', '>3,600', '']);
  });

  test.each([
    ['no more digits than are printed', 12.53127, '12.540', 0, '12.531', ''],
    ['none after a whole number', 43893.4, '44,532', 0, '43,893', ''],
    ['one more where the given digits would show one significant digit', 0.00436, '0.004', 0.000012, '0.0044', ''],
    ['but one only', 0.00000436, '0.004', 0, '0.0000', ''],
    ['none that the interval makes uncertain', 12.53127, '12.540', 0.4567, '12.53', ' ±\u202f0.46'],
    ['three where a bound is printed', 1.0712, '>1', 0, '1.07', ''],
    ['three where nothing is printed', 1.0712, '', 0.01, '1.07', ' ±\u202f0.01'],
  ])('model values have %s', (_, value, beside, half, text, interval) => {
    expect([modelled(value, beside, half), halfBeside(half, text)]).toEqual([text, interval]);
  });
});

describe('cursor', () => {
  const tracks = [
    { name: 'a', stops: [1, 2, 3, 4].map((x) => ({ x, y: x, text: `a${x}` })) },
    { name: 'empty', stops: [] },
    { name: 'b', stops: [1, 3].map((x) => ({ x, y: 2 * x, text: `b${x}` })) },
  ];
  const walk = (...keys: string[]): string => {
    const cursor = new Cursor(() => tracks);
    for (const key of keys) cursor.key(key);
    return cursor.text;
  };

  test('appears at the first key and stays between the ends of a track', () => {
    expect(walk('ArrowRight')).toBe('a: a1');
    expect(walk('ArrowRight', 'ArrowRight')).toBe('a: a2');
    expect(walk('ArrowRight', 'ArrowLeft')).toBe('a: a1');
    expect(walk('ArrowRight', 'End', 'ArrowRight')).toBe('a: a4');
    expect(walk('ArrowRight', 'End', 'Home')).toBe('a: a1');
  });

  test('changes to the nearest stop of the next track that has any', () => {
    expect(walk('ArrowRight', 'End', 'ArrowDown')).toBe('b: b3');
    expect(walk('ArrowRight', 'ArrowUp')).toBe('b: b1');
  });

  test('disappears at Escape and ignores other keys', () => {
    expect(walk('ArrowRight', 'Escape')).toBe('');
    const cursor = new Cursor(() => tracks);
    expect([cursor.key('Tab'), cursor.key('Escape'), cursor.key('Home')]).toEqual([false, false, true]);
    expect(new Cursor(() => []).key('Home')).toBe(false);
  });

  test('moves to a given stop, and disappears without one', () => {
    const cursor = new Cursor(() => tracks);
    cursor.stand([2, 1]);
    expect(cursor.text).toBe('b: b3');
    cursor.stand(undefined);
    expect(cursor.text).toBe('');
  });

  test('nearest stop is found, within reach only', () => {
    const x = linear([0, 10], [0, 1000]);
    const find = nearest(tracks, { x, y: x, left: 0, top: 0, width: 1000, height: 1000 });
    expect([find(310, 310), find(290, 590), find(900, 100)]).toEqual([[0, 2], [2, 1], undefined]);
    expect(nearest([], { x, y: x, left: 0, top: 0, width: 1000, height: 1000 })(0, 0)).toBeUndefined();
  });

  test('nearest stop is that of a search through all', () => {
    const scale = linear([0, 1], [0, 800]);
    const places = Array.from({ length: 400 }, (_, i) => ({ x: (i * 0.618034) % 1, y: (i * 0.754878) % 1, text: '' }));
    const find = nearest([{ name: 'all', stops: places }], {
      x: scale,
      y: scale,
      left: 0,
      top: 0,
      width: 800,
      height: 800,
    });
    for (const [px, py] of [
      [13, 17],
      [400, 399],
      [799, 2],
      [250, 640],
    ] as const) {
      const distance = ({ x, y }: { x: number; y: number }): number => Math.hypot(scale(x) - px, scale(y) - py);
      const [, index] = find(px, py) ?? [];
      expect(distance(places[index ?? -1] ?? { x: NaN, y: NaN })).toBe(Math.min(...places.map(distance)));
    }
  });
});

describe('shapes on their way', () => {
  const from = [
    { class: 'line s0', d: 'M0,0L10,20' },
    { class: 'point s0', circle: [0, 0, 5] as const },
  ];
  const to = [
    { class: 'line s0', d: 'M0,10L10,40' },
    { class: 'point s0', circle: [8, 4, 5] as const },
  ];

  test('are in the middle at half of the way', () => {
    expect(between(from, to)(0.5)).toEqual([
      { class: 'line s0', d: 'M0,5L10,30' },
      { class: 'point s0', circle: [4, 2, 5] },
    ]);
    expect([between(from, to)(0), between(from, to)(1)]).toEqual([from, to]);
  });

  test('are those of the end if nothing is like them', () => {
    const longer = [
      { class: 'line s0', d: 'M0,10L10,40L20,50' },
      { class: 'bar s0', rect: [0, 0, 1, 1] as const },
    ];
    expect(between(from, longer)(0.5)).toEqual(longer);
  });

  test('do not change when the next step is computed', () => {
    const way = between(from, to);
    const early = way(0.25);
    way(0.75);
    expect(early[0]?.d).toBe('M0,2.5L10,25');
  });
});
