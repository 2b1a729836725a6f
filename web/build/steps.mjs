/**
 * Runs the steps of a test run and summarizes them. A step is a command that can also be run separately. If a step
 * fails, the others still run, except those that need its output.
 */
import { attempt, at } from './run.mjs';
import { bold, done, failed, heading, seconds } from './say.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {[string, ...string[]]} command
 * @property {Record<string, string>} [env]
 * @property {string[]} [needs] earlier steps that must have passed; unknown names are ignored
 * @property {boolean} [beside] runs in parallel with the main steps, which mostly use one processor; its output is
 *   shown only if it fails
 * @property {boolean} [alone] starts when every earlier step has ended
 * @property {(output: string) => Counts} [counts]
 *
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts
 * @typedef {{ name: string, ok: boolean, note: string, counts?: Counts }} Result
 */

const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** Turns a script of package.json into a step. */
export const script = (name, ...args) => ({
  name,
  command: [...npm, 'run', '--silent', name, ...(args.length ? ['--', ...args] : [])],
});

/** Turns a command of `main.mjs` without a script into a step. */
export const build = (name, command) => ({ name, command: [process.execPath, at('web/build/main.mjs'), command] });

/** Runs one step with visible output, or hidden if it is `beside`, and returns its result. */
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

/** Waits for other steps, then runs a step if all those it needs have passed. */
async function begin(step, before, needs, act) {
  await Promise.all(before);
  const lacking = (await Promise.all(needs)).filter(({ ok }) => !ok).map(({ name }) => name);
  if (lacking.length) return { name: step.name, ok: false, note: `not run: ${lacking.join(', ')} failed` };
  return act(step);
}

/**
 * Runs the main steps in order and, in parallel, the `beside` steps in order.
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<Result>} [act] replaces running a command in tests
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
 * Runs steps, summarizes them, and sets the exit status. The last line counts the tests.
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
  console.error(bold(ok ? 'Everything passes.' : 'Some steps failed: see above.'));
  const sum = (key) => all.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  // Written after all other output, so that it is the last line even if both streams go to one file.
  process.stdout.write(`tests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = ok ? 0 : 1;
}
