/** Numbers as text, formatted alike on all pages. */
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const three = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export const count = (value: number): string => (Number.isFinite(value) ? whole.format(value) : '–');

/** Three significant digits, but never fewer than the whole part. */
export const short = (value: number): string =>
  !Number.isFinite(value) ? '–' : Math.abs(value) >= 1000 ? whole.format(value) : three.format(value);

/** Three digits, so that factors below each other compare. */
export const factor = (value: number): string =>
  !Number.isFinite(value) ? '–' : `${Math.abs(value) < 100 ? value.toPrecision(3) : whole.format(value)}×`;

/** A relative error with its sign, and a real minus. */
export function signed(error: number): string {
  if (!Number.isFinite(error)) return '–';
  const text = Math.abs(error) >= 10 ? wholePercent.format(Math.abs(error)) : percent.format(Math.abs(error));
  if (text === '0.0%') return '±0.0\u2009%';
  return `${error < 0 ? '−' : '+'}${text}`.replace('%', '\u2009%');
}

export const share = (value: number): string =>
  Number.isFinite(value) ? percent.format(value).replace('%', '\u2009%') : '–';

/** A value of a table with all its digits, of ratios two at least, and bounds as they are. */
export function printed(value: number | string | null | undefined, unit: string): string {
  if (typeof value === 'string') return value;
  if (value == null || !Number.isFinite(value)) return '';
  return value.toLocaleString('en', { minimumFractionDigits: unit === 'ratio' ? 2 : 0, maximumFractionDigits: 10 });
}

/** Half of a confidence interval, as it stands behind a value; nothing if there is none. */
export const plusMinus = (half: number | undefined): string =>
  half && half > 0 ? ` ±\u202f${short(Number(half.toPrecision(2)))}` : '';

/** About how wide a text is in a chart, in pixels: capitals and digits are wider than small letters. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\p{Lu}\d×%]/u.test(letter) ? 9.8 : 7.2), 0);

/** A count with its noun in the singular or plural. */
export const counted = (number: number, one: string, many: string): string =>
  `${whole.format(number)} ${number === 1 ? one : many}`;
