// The only way to the models: everything else in the page asks `engine` and waits for the answer.
import { Client } from './client';
import spawn from './spawn';

export const engine = new Client(spawn);
export type { CallOptions } from './client';
export type { Explanation, Reproduction, Term } from './protocol';
