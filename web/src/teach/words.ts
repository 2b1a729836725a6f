// Times and shares in words.

// Creating a formatter takes a browser a tenth of a millisecond: too long to repeat for every time in a large class.
const times = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time as "3 May 2026, 14:05" in the reader's time zone; returns other text unchanged. */
export function moment(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return times.format(time);
}

/** Formats milliseconds since the lab was opened as "0:07" or "1:02:09". */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Formats a share in whole percent. */
export const percent = (part: number, whole: number): string => `${whole > 0 ? Math.round((100 * part) / whole) : 0} %`;
