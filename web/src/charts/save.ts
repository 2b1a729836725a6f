// Files that readers save from a page.

/** Characters that start a formula in spreadsheets, with their full-width forms. */
const starters = '=+-@\uff1d\uff0b\uff0d\uff20';
/** Characters that separate cells, depending on the program that opens the file. */
const separators = ',;|\t\n\r';
/** Characters that a program may skip before a formula. */
const skipped =
  ' \t\n\r"\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff';
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/g; // eslint-disable-line no-control-regex -- the pattern is for control characters

/**
 * Returns text as a cell that no program reads as a formula, whatever separator it uses; the command `pathlength`
 * writes the same cell.
 */
function textCell(text: string): string {
  if (text === '') return '';
  // A number, or a dash for a missing one, is not a formula.
  const harmless = text === '-' || text === '+' || (/^[-+.\deE]+$/.test(text) && !Number.isNaN(Number(text)));
  let open = !harmless;
  let cell = '';
  for (const symbol of text.replaceAll(controls, '\ufffd')) {
    if (open && starters.includes(symbol)) cell += "'";
    cell += symbol === '"' ? '""' : symbol;
    open = !harmless && (separators.includes(symbol) || (open && skipped.includes(symbol)));
  }
  return `"${cell}"`;
}

const field = (value: string | number): string =>
  typeof value === 'string' ? textCell(value) : Number.isFinite(value) ? String(value) : '';

/**
 * Returns rows as CSV: texts in quotes, numbers unchanged. The command `pathlength` writes the same rows byte for byte.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(field).join()}\n`).join('');

/** Downloads a file. */
export function save(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
