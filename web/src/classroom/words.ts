// Times and counts in words.
import { timeTag } from '../language';

/** Formats a time as "at 14:05", with the day if that is not today. */
export function clock(iso: string, today = new Date()): string {
  const time = new Date(iso);
  const at = `at ${time.toLocaleTimeString(timeTag, { hour: '2-digit', minute: '2-digit' })}`;
  if (time.toDateString() === today.toDateString()) return at;
  return `on ${time.toLocaleDateString(timeTag, { day: 'numeric', month: 'long', year: 'numeric' })} ${at}`;
}

/** Formats a count with its noun: "1 point", "2 points". */
export const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Returns the current time in the format of ISO 8601. */
export const now = (): string => new Date().toISOString();
