/** What the commands say: on standard error, so that standard output stays free for answers. */

const colours = process.stderr.isTTY && !process.env.NO_COLOR;
const style = (code, text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = (text) => style(1, text);

/** A new part of the work. */
export const heading = (text) => console.error(`\n${bold(text)}`);

/** Something looked at and found in order, or done. */
export const done = (text) => console.error(`${style(32, '✓')} ${text}`);

/** Something about to be done that may take a while. */
export const doing = (text) => console.error(`${style(36, '→')} ${text}`);

export const failed = (text) => console.error(`${style(31, '✗')} ${text}`);

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** A problem the reader can solve: what is wrong, and the command that puts it right. */
export class Problem extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}
