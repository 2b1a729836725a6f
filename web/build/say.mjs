/** Messages of the commands. They go to standard error, so that standard output contains only results. */

const colours = process.stderr.isTTY && !process.env.NO_COLOR;
const style = (code, text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = (text) => style(1, text);

/** Announces a new section of the work. */
export const heading = (text) => console.error(`\n${bold(text)}`);

/** Reports a successful check or a finished task. */
export const done = (text) => console.error(`${style(32, '✓')} ${text}`);

/** Announces a task that may take a while. */
export const doing = (text) => console.error(`${style(36, '→')} ${text}`);

export const failed = (text) => console.error(`${style(31, '✗')} ${text}`);

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** A problem that the user can solve: what is wrong, and the command that fixes it. */
export class Problem extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}
