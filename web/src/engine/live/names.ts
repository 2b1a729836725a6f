/** A pattern of generated names: the same count and seed produce the same names everywhere. */
export interface Pattern {
  id: string;
  title: string;
  /** Whether the names depend on the seed. */
  seeded: boolean;
  /** Returns name number `i`. Different numbers have different names. */
  name: (i: number, random: () => number) => string;
}

/** Returns a small seeded generator of numbers from 0 to 2^32 - 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const hex = (value: number): string => value.toString(16).padStart(8, '0');
const day = 86_400_000;

export const patterns: readonly Pattern[] = [
  { id: 'numbered', title: 'numbered files', seeded: false, name: (i) => `DSNDBC.TS${digits(i + 1, 6)}.dat` },
  {
    id: 'logs',
    title: 'dated logs',
    seeded: false,
    name: (i) => {
      const date = new Date(Date.UTC(2015, 0, 1) + Math.floor(i / 24) * day).toISOString().slice(0, 10);
      return `app-${date}-${digits(i % 24, 2)}.log`;
    },
  },
  {
    id: 'mail',
    title: 'mail ids',
    seeded: true,
    name: (i, random) => `${1_431_000_000 + 7 * i + (random() % 7)}.M${digits(random() % 1_000_000, 6)}P4217.mail:2,S`,
  },
  // The name contains its number, so that all names differ.
  { id: 'hex', title: 'random hex', seeded: true, name: (i, random) => `${hex(random())}${hex(random())}${hex(i)}` },
];

/** Yields `count` names of a pattern, starting with number `from`. */
export function* namesOf(id: string, from: number, count: number, seed: number): Generator<string, void> {
  const pattern = patterns.find((one) => one.id === id);
  if (!pattern) throw new Error(`unknown name pattern ${id}: use ${patterns.map((one) => one.id).join(', ')}`);
  const random = seeded(seed + from);
  for (let i = from; i < from + count; i++) yield pattern.name(i, random);
}
