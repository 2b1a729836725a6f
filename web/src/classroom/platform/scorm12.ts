import { isComplete, shareOf, type Outcome } from './platform';
import type { Dialect } from './scorm';

/** Returns hours, minutes, and seconds in the format of `CMITimespan`. */
function timespan(ms: number): string {
  const hundredths = Math.max(0, Math.round(ms / 10));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [hundredths / 360_000, (hundredths % 360_000) / 6000];
  return `${two(hours).padStart(4, '0')}:${two(minutes)}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')}`;
}

/** Returns the status of an outcome: in SCORM 1.2, success and completion are one status. */
const status = (outcome: Outcome): string => outcome.verdict ?? (isComplete(outcome) ? 'completed' : 'incomplete');

/** SCORM 1.2, according to its Run-Time Environment of 2001. */
export const scorm12: Dialect = {
  title: 'SCORM 1.2',
  object: 'API',
  functions: {
    initialize: 'LMSInitialize',
    terminate: 'LMSFinish',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    errorCode: 'LMSGetLastError',
    errorText: 'LMSGetErrorString',
  },
  elements: {
    id: 'cmi.core.student_id',
    name: 'cmi.core.student_name',
    mode: 'cmi.core.lesson_mode',
    work: 'cmi.suspend_data',
    place: 'cmi.core.lesson_location',
  },
  maxWorkChars: 4096,
  optional: ['cmi.core.score.min', 'cmi.core.score.max'],
  values: (outcome) => {
    const share = shareOf(outcome);
    // In SCORM 1.2, scores range from 0 to 100, regardless of the points.
    const score: [string, string][] =
      share === undefined
        ? []
        : [
            ['cmi.core.score.raw', String(Number((share * 100).toFixed(2)))],
            ['cmi.core.score.min', '0'],
            ['cmi.core.score.max', '100'],
          ];
    return [...score, ['cmi.core.lesson_status', status(outcome)]];
  },
  sessionTime: (ms) => [
    ['cmi.core.session_time', timespan(ms)],
    // The next session continues this one.
    ['cmi.core.exit', 'suspend'],
  ],
};
