// What a page gives its reader to keep.

const field = (value: string | number): string => {
  const text = typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as CSV. The command `pathlength` writes the same numbers as the same bytes. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(field).join()}\n`).join('');

/** Hands a file to the reader. */
export function save(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
