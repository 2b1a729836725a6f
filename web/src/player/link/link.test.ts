import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleLab } from '../../lab/examples';
import { lean } from '../../lab/lean';
import type { Block } from '../../lab/types';
import { fragmentOf, stateIn, withState } from '../../state/address';
import { canonicalJson } from '../../state/canonical';
import { initialState, type State } from '../../state/state';
import { checkState, decode, stateChanges, encode, LinkError } from './link';

const ask: Block[] = [];
const choices = ['a', 'b'].map((id) => ({ id, text: [], right: id === 'a' }));
const lab = exampleLab({
  start: { names: 50_000, format: 'v5', search: true, machine: 'z9' },
  aliases: { former: 'q1' },
  introduction: [
    {
      kind: 'control',
      id: 'names',
      setting: 'names',
      title: 'Names',
      input: { kind: 'number', least: 10, greatest: 100_000, whole: true, scale: 'log', unit: 'names' },
    },
    {
      kind: 'control',
      id: 'format',
      setting: 'format',
      title: 'Format',
      input: { kind: 'word', options: ['v4', 'v5'].map((word) => ({ word, title: word })) },
    },
    { kind: 'control', id: 'search', setting: 'search', title: 'Search', input: { kind: 'switch' } },
  ],
  steps: [
    {
      id: 'one',
      title: 'One',
      blocks: [
        { kind: 'predict', id: 'p1', ask, guess: { kind: 'choice', choices } },
        { kind: 'predict', id: 'p2', ask, guess: { kind: 'number', unit: 's', answer: '1 s' } },
        {
          kind: 'predict',
          id: 'p3',
          ask,
          guess: {
            kind: 'curve',
            x: 'names',
            y: 'speed',
            points: [1, 2],
            range: [0, 1],
            x_scale: 'log',
            y_scale: 'log',
            scenario: {},
          },
        },
        {
          kind: 'question',
          id: 'q1',
          ask,
          answer: { kind: 'number', value: '1', unit: '1', tolerance: '0' },
          points: 1,
          feedback: [{ to: { kind: 'right' }, blocks: [] }],
          hints: [[], []],
        },
        {
          kind: 'question',
          id: 'q2',
          ask,
          answer: { kind: 'choice', choices, many: true },
          points: 1,
          feedback: [],
        },
      ],
    },
  ],
});

const scenario = fc.record({
  names: fc.integer({ min: 10, max: 100_000 }),
  format: fc.constantFrom('v4', 'v5'),
  search: fc.boolean(),
  machine: fc.constant('z9'),
});
const text = fc.string({ maxLength: 40 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const ids = fc.subarray(['a', 'b']);
const given = fc.record({ kind: fc.constant('number' as const), text });
const chosen = fc.record({ kind: fc.constant('choice' as const), ids });
const values = fc.array(number, { minLength: 2, maxLength: 2 });
const curve = fc.record({ kind: fc.constant('curve' as const), values });
/** An unfinished curve may lack points; a committed curve has all of them. */
const unfinished = fc.record({
  kind: fc.constant('curve' as const),
  values: fc.array(fc.option(number), { minLength: 2, maxLength: 2 }),
});
const how = fc.constantFrom('committed' as const, 'skipped' as const);
const some = { requiredKeys: [] };
const attempt = fc.record({ given, right: fc.boolean(), value: number }, { requiredKeys: ['given', 'right'] });
/** Any state that a reader of the lab can reach. */
const states = fc
  .record({
    settings: scenario,
    compared: fc.constant(undefined),
    mine: fc.record({ names: fc.constantFrom('', 'one') }, some),
    other: fc.option(scenario, { nil: undefined }),
    predictions: fc.record(
      {
        p1: fc.record({ kind: fc.constant('choice' as const), id: fc.constantFrom('a', 'b') }),
        p2: fc.record({ kind: fc.constant('number' as const), value: number, text }),
        p3: curve,
      },
      some,
    ),
    opened: fc.record({ p1: how, p2: how, p3: how }, some),
    answers: fc.record({ q1: fc.array(attempt, { minLength: 1, maxLength: 4 }) }, some),
    drafts: fc.record({ p1: chosen, p2: given, p3: unfinished, q1: given, q2: chosen }, some),
    hints: fc.record({ p1: fc.constant(0), q1: fc.integer({ min: 0, max: 2 }) }, some),
    looks: fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      fc.oneof(fc.boolean(), number, text),
    ),
  })
  // A link does not distinguish 0 from −0.
  .map((state) => JSON.parse(JSON.stringify(state), (_, value) => value as unknown) as State)
  .map((state): State => ({ ...state, other: state.other, compared: undefined }));

describe('state', () => {
  test('goes into a link and comes back, also through the lean lab', () => {
    fc.assert(
      fc.property(states, (state) => {
        const link = withState('https://example.org/lab.html?a=1#one', encode(stateChanges(lab, state)));
        const { state: back, adjusted } = checkState(lean(lab), decode(stateIn(link) ?? ''));
        expect(adjusted).toEqual([]);
        expect(back).toEqual(state);
      }),
      { numRuns: 200 },
    );
  });

  test('is empty when nothing differs from the start', () => {
    expect(stateChanges(lab, initialState(lab.start))).toEqual({});
  });

  test('is the same link whatever the order of its parts', () => {
    expect(encode({ b: { d: 1, c: [2] }, a: 3 })).toBe(encode({ a: 3, b: { c: [2], d: 1 } }));
  });
});

describe('link', () => {
  const link = encode({ settings: { names: 1234, format: 'v4' } });

  test('is recognized and mostly named when it is cut anywhere', () => {
    const messages = Array.from({ length: link.length }, (_, end) => {
      try {
        decode(link.slice(0, end));
        return 'read';
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        return error.message;
      }
    });
    expect(messages).not.toContain('read');
    expect(messages.slice(3).every((message) => message.startsWith('This link is incomplete'))).toBe(true);
  });

  test('with any one character changed is recognized', () => {
    fc.assert(
      fc.property(fc.nat(link.length - 1), fc.constantFrom(...'0aZ_-.%'), (at, char) => {
        fc.pre(link[at] !== char);
        expect(() => decode(link.slice(0, at) + char + link.slice(at + 1))).toThrow(LinkError);
      }),
    );
  });

  test('is damaged, not a crash, when it is any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decode(text)).toThrow(LinkError);
      }),
    );
    expect(() => decode('2.abc.00000000')).toThrow('another version');
    expect(() => decode('x'.repeat(30_000))).toThrow(LinkError);
  });

  test('survives what programs do to addresses', () => {
    const address = (text: string): string => `https://example.org/lab.html${text}`;
    const whole = address(`?a=1&s=${link}#one`);
    for (const damaged of [
      whole,
      whole.replace('&', '&amp;'),
      whole.replace('#', '%23'),
      whole.replaceAll('.', '%2E'),
      whole.replace('#', '%2523'),
      whole.replace('s=', 's%3D'),
      whole.replace('#one', '.#one'),
      whole.replace(link, `${link.slice(0, 20)}%0A${link.slice(20)}`),
    ])
      expect([stateIn(damaged), fragmentOf(damaged)]).toEqual([link, '#one']);
    expect([stateIn(address('?names=5')), fragmentOf(address(''))]).toEqual([undefined, '']);
    const now = address(`?a=1#at=one&s=${link}`);
    for (const damaged of [
      now,
      now.replace('&', '&amp;'),
      now.replace('#', '%23'),
      now.replaceAll('.', '%2e'),
      now.replaceAll('=', '%3D').replaceAll('&', '%26'),
      `${now}).`,
    ])
      expect([stateIn(damaged), fragmentOf(damaged)]).toEqual([link, '#one']);
  });

  test('is read unchanged or not at all when damaged in several ways', () => {
    const at = (address: string, place: number): number => place % address.length;
    const damages: ((address: string, place: number) => string)[] = [
      (address) => address.replaceAll('&', '&amp;'),
      (address) => address.replaceAll('#', '%23'),
      (address) => address.replaceAll('.', '%2E'),
      (address) => address.replaceAll('=', '%3D').replaceAll('&', '%26'),
      (address) => address.replaceAll('%', '%25'),
      (address) => address.replace('#', '&utm_source=mail#'),
      (address) => `${address}).`,
      (address, place) => address.slice(0, at(address, place)),
      (address, place) => `${address.slice(0, at(address, place))}%0D%0A${address.slice(at(address, place))}`,
      (address, place) => address.slice(0, at(address, place)) + address.slice(at(address, place) + 1),
      (address, place) => address.slice(0, at(address, place) + 1) + address.slice(at(address, place)),
      (address, place) => address.slice(0, at(address, place)) + address.slice(at(address, place)).toLowerCase(),
    ];
    const damage = fc.tuple(fc.constantFrom(...damages), fc.nat(2_000));
    fc.assert(
      fc.property(states, fc.array(damage, { minLength: 1, maxLength: 4 }), (state, damages) => {
        const said = stateChanges(lab, state);
        const address = withState('https://example.org/lab.html?a=1', encode(said));
        const text = stateIn(damages.reduce((address, [damage, place]) => damage(address, place), `${address}#one`));
        if (text === undefined) return;
        try {
          expect(canonicalJson(decode(text))).toBe(canonicalJson(said));
        } catch (error) {
          if (!(error instanceof LinkError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is not unpacked when it would be far larger than a state', () => {
    const bomb = encode('0'.repeat(5_000_000));
    expect(bomb.length).toBeLessThan(20_000);
    expect(() => decode(bomb)).toThrow(LinkError);
  });

  test('has its state behind the #, in the place of the one before it, and of nothing else', () => {
    const address = withState('https://example.org/l.html?x=%20y&s=old#one', 'new');
    expect(address).toBe('https://example.org/l.html?x=%20y#at=one&s=new');
    expect(withState(address, 'newer', 'two')).toBe('https://example.org/l.html?x=%20y#at=two&s=newer');
    expect(withState(address, undefined)).toBe('https://example.org/l.html?x=%20y#one');
    expect(withState('https://example.org/l.html', 'new')).toBe('https://example.org/l.html#s=new');
    expect(fragmentOf('https://example.org/l.html#s=new')).toBe('');
  });
});

describe('link content', () => {
  test('is clamped to the controls, and changes are reported', () => {
    const { state, adjusted } = checkState(lab, {
      settings: { names: 1e99, format: 'v6', search: 'yes', machine: 'z196', constructor: 1 },
    });
    expect(state.settings).toEqual({ ...lab.start, names: 100_000 });
    expect(adjusted).toEqual(['Names', 'Format', 'Search', 'machine', 'constructor']);
    expect(checkState(lab, { settings: { names: 10.4 } }).state.settings['names']).toBe(10);
  });

  test('about missing blocks is left out, and old ids become new ones', () => {
    const { state, adjusted } = checkState(lab, {
      predictions: {
        p1: { kind: 'choice', id: 'c' },
        q1: { kind: 'choice', id: 'a' },
        p3: { kind: 'curve', values: [1] },
      },
      answers: { former: [{ given: { kind: 'number', text: '2' }, right: false, feedback: 7 }] },
      hints: { q1: 99 },
    });
    expect(adjusted).toEqual(['p1', 'q1', 'p3']);
    expect(state.predictions).toEqual({});
    expect(checkState(lab, { predictions: { p3: { kind: 'curve', values: [1, null] } } }).adjusted).toEqual(['p3']);
    expect(state.answers).toEqual({ q1: [{ given: { kind: 'number', text: '2' }, right: false }] });
    expect(state.hints).toEqual({ q1: 2 });
  });

  test('may be any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const said = { settings: value, other: value, predictions: value, answers: { q1: value }, looks: value };
        const { state } = checkState(lab, said);
        expect(Object.keys(state.settings)).toEqual(Object.keys(lab.start));
      }),
    );
    expect(checkState(lab, null).state).toEqual(initialState(lab.start));
  });
});
