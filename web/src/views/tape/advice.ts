// Which codec the source recommends: questions to the reader, and the source's sentences that answer them.
import { csvParseRows } from 'd3-dsv';
import { askedAfter, firstAnswers, type Answers, type Question } from '../choice';
import table from '../../../../labs/tape-compression/data/advice.csv?raw';

const compresses = { data: 'compresses' };
const power8 = { ...compresses, machine: 'power8' };

const noOrYes = [
  { value: 'no', title: 'no' },
  { value: 'yes', title: 'yes' },
];

/** In the order in which they are asked; the first answer to each is where the reader begins. */
export const questions: readonly Question[] = [
  {
    id: 'data',
    title: 'What is written',
    options: [
      { value: 'compresses', title: 'data that compresses' },
      { value: 'incompressible', title: 'data compressed or encrypted before' },
    ],
  },
  {
    id: 'machine',
    title: 'The machine',
    options: [
      { value: 'power8', title: 'TS7760, with POWER8' },
      { value: 'power7', title: 'models V07 and VEB, with POWER7' },
    ],
    after: compresses,
  },
  {
    id: 'goal',
    title: 'What matters most',
    options: [
      { value: 'throughput', title: 'the throughput of all jobs' },
      { value: 'single', title: 'that certain jobs are fast' },
      { value: 'capacity', title: 'the most compression' },
    ],
    after: compresses,
  },
  {
    id: 'work',
    title: 'Mostly',
    options: [
      { value: 'write', title: 'writes' },
      { value: 'read', title: 'reads' },
    ],
    after: { ...compresses, machine: 'power7' },
  },
  {
    id: 'limited',
    title: 'Is the rate limited anyway, as by throughput increments?',
    options: noOrYes,
    after: power8,
  },
  {
    id: 'jobs',
    title: 'Concurrent jobs',
    options: [
      { value: 'many', title: 'many' },
      { value: 'few', title: 'few' },
    ],
    after: power8,
  },
  {
    id: 'cache',
    title: 'Is the disk cache the bottleneck, as with few drawers?',
    options: noOrYes,
    after: power8,
  },
];

export const begin = (): Answers => firstAnswers(questions);

/** The questions that make a difference after these answers. */
export const asked = (answers: Answers): Question[] => askedAfter(questions, answers);

export interface Rule {
  /** The answers that it needs, by question. */
  when: Answers;
  advice: string;
  /** A sentence of the source. */
  reason: string;
  /** The slide that it is on. */
  place: string;
}

/** The table as rules, in its order. A column that is not one of the rule's own is a question. */
export function readRules(csv: string): Rule[] {
  const [names = [], ...rows] = csvParseRows(csv);
  return rows.map((row) => {
    const cells = Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']));
    const { advice = '', reason = '', place = '', ...when } = cells;
    return {
      advice,
      reason,
      place,
      when: Object.fromEntries(Object.entries(when).filter(([, value]) => value !== '')),
    };
  });
}

export const rules: readonly Rule[] = readRules(table);

/** The rules that answers lead to, the one that decides first. */
export function advised(answers: Answers, from: readonly Rule[] = rules): Rule[] {
  const known = new Map(asked(answers).map(({ id }) => [id, answers[id]]));
  return from.filter(({ when }) => Object.entries(when).every(([id, value]) => known.get(id) === value));
}

/** An advice in words. */
export const words: Readonly<Record<string, { title: string; short: string }>> = {
  off: { title: 'Switch compaction off', short: 'none' },
  ficon: { title: 'FICON, the adapter’s own compression', short: 'FICON' },
  lz4: { title: 'LZ4', short: 'LZ4' },
  zstd: { title: 'ZSTD', short: 'ZSTD' },
  either: { title: 'LZ4 or ZSTD: it hardly matters', short: 'either' },
};

/** What a rule needs, in words. */
export const conditions = ({ when }: Rule): string[] =>
  questions.flatMap(({ id, title, options }) => {
    const option = options.find(({ value }) => value === when[id]);
    if (!option) return [];
    return title.endsWith('?') ? `${title} ${option.title}` : `${title}: ${option.title}`;
  });
