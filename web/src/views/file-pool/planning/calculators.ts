// The published rules of thumb, with the input fields of each.
import { csvParseRows } from 'd3-dsv';
import caveats from '../../../../../labs/sfs-file-pool/data/planning.csv?raw';
import type { PlanningQuestion } from '../../../engine';

export type About = PlanningQuestion['about'];

export interface Field {
  name: string;
  label: string;
  unit: string;
  /** The initial value. */
  initial: number;
}

export interface Calculator {
  about: About;
  title: string;
  fields: readonly Field[];
}

const field = (name: string, label: string, unit: string, initial: number): Field => ({ name, label, unit, initial });

export const calculators: readonly Calculator[] = [
  {
    about: 'users',
    title: 'Users in a file pool',
    fields: [
      field('defined', 'Users who will use SFS', 'users', 2000),
      field('active', 'Active users at peak', 'users', 500),
    ],
  },
  {
    about: 'restore',
    title: 'Time to restore control data',
    fields: [
      field('size_mb', 'Size of the control data', 'MB', 200),
      field('objects', 'Files, directories, and aliases', 'objects', 400_000),
      field('log_blocks', 'Log blocks since the backup', 'blocks', 60),
    ],
  },
  {
    about: 'reserve',
    title: 'Pages to reserve',
    fields: [
      field('working_set', 'Estimated working set', 'pages', 1000),
      field('resident', 'Resident now', 'pages', 960),
      field('reserved', 'SET RESERVED', 'pages', 1100),
    ],
  },
  {
    about: 'agents',
    title: 'Number of agents',
    fields: [
      field('total', 'Total number of agents', 'agents', 40),
      field('highest', 'Maximum number of active agents', 'agents', 31),
    ],
  },
];

/** Numbers by field; a field that is empty or not a number is null. */
export type Numbers = Record<string, number | null | undefined>;

export const initialNumbers = ({ fields }: Calculator): Numbers =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** Returns the engine's request. The engine rejects each field that is not a number. */
export const requestOf = ({ about, fields }: Calculator, numbers: Numbers): PlanningQuestion =>
  ({ about, ...Object.fromEntries(fields.map(({ name }) => [name, numbers[name] ?? NaN])) }) as PlanningQuestion;

/** Returns the caveat and the source of a rule. */
export function caveatOf(about: About): { caveat: string; source: string } {
  const [, caveat = '', source = ''] = csvParseRows(caveats).find(([name]) => name === about) ?? [];
  return { caveat, source };
}
