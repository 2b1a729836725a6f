/**
 * Runs the steps of a ring of tests and sums them up. A step is a command that also runs on its own; one that fails does
 * not keep the others from running, except those that need what it makes.
 */
import { attempt, at } from './run.mjs';
import { bold, done, failed, heading, seconds } from './say.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {[string, ...string[]]} command
 * @property {Record<string, string>} [env]
 * @property {string[]} [needs] names of earlier steps that must have passed; names that are not among the steps are ignored
 * @property {boolean} [beside] runs beside the other steps, which keep one processor busy much of the time; its output is
 *   shown only if it fails
 * @property {boolean} [alone] begins when every earlier step has ended
 * @property {(output: string) => Counts} [counts]
 *
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts
 * @typedef {{ name: string, ok: boolean, note: string, counts?: Counts }} Result
 */

const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** A script of package.json as a step. */
export const script = (name, ...args) => ({
  name,
  command: [...npm, 'run', '--silent', name, ...(args.length ? ['--', ...args] : [])],
});

/** A command of `main.mjs` that has no script, as a step. */
export const build = (name, command) => ({ name, command: [process.execPath, at('web/build/main.mjs'), command] });

/** Runs one step in the open, or unseen beside the others, and gives its result. */
async function perform({ name, command: [program, ...args], env, beside, counts }) {
  const start = Date.now();
  let output = '';
  const onOutput = beside || counts ? (text) => (output += text) : undefined;
  if (!beside) heading(name);
  const ok = (await attempt(program, args, { env, onOutput, quiet: beside })) === 0;
  if (beside && !ok) {
    heading(name);
    process.stderr.write(output);
  }
  const counted = counts?.(output);
  const tests = counted && `${counted.passed} passed, ${counted.failed} failed`;
  const note = [seconds(start), tests].filter(Boolean).join(', ');
  (ok ? done : failed)(`${name}: ${note}`);
  return { name, ok, counts: counted, note };
}

/** Waits for other steps, and runs one if all those it needs have passed. */
async function begin(step, before, needs, act) {
  await Promise.all(before);
  const lacking = (await Promise.all(needs)).filter(({ ok }) => !ok).map(({ name }) => name);
  if (lacking.length) return { name: step.name, ok: false, note: `not run: ${lacking.join(', ')} failed` };
  return act(step);
}

/**
 * Runs the steps in their order, and those `beside` the others in an order of their own.
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<Result>} [act] stands in for running a command
 * @returns {Promise<Result[]>}
 */
export function results(steps, act = perform) {
  /** @type {Map<string, Promise<Result>>} */
  const ended = new Map();
  /** @type {Record<string, Promise<Result>>} */
  const last = {};
  for (const step of steps) {
    const lane = step.beside ? 'beside' : 'front';
    const before = step.alone ? [...ended.values()] : [last[lane]];
    const needs = (step.needs ?? []).flatMap((name) => ended.get(name) ?? []);
    last[lane] = begin(step, before, needs, act);
    ended.set(step.name, last[lane]);
  }
  return Promise.all(ended.values());
}

/**
 * Runs steps, sums them up, and leaves the exit status. The last line counts the tests.
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  const start = Date.now();
  const all = await results(steps);
  heading(`Summary, after ${seconds(start)}`);
  for (const { name, ok, note, counts } of all) {
    (ok ? done : failed)(`${name.padEnd(18)} ${note}`);
    for (const failure of counts?.failures ?? []) console.error(`    ${failure}`);
  }
  const ok = all.every((result) => result.ok);
  console.error(bold(ok ? 'Everything passes.' : 'Something fails: see above.'));
  const sum = (key) => all.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  // Written when everything before it is, so that it is the last line also where both streams go to one file.
  process.stdout.write(`tests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = ok ? 0 : 1;
}
