import { isComplete, isoDuration, progressOf, rounded, shareOf } from './platform';
import type { Dialect } from './scorm';

/** SCORM 2004; the names and values used here are those of its second to fourth editions. */
export const scorm2004: Dialect = {
  title: 'SCORM 2004',
  object: 'API_1484_11',
  functions: {
    initialize: 'Initialize',
    terminate: 'Terminate',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    errorCode: 'GetLastError',
    errorText: 'GetErrorString',
  },
  elements: {
    id: 'cmi.learner_id',
    name: 'cmi.learner_name',
    mode: 'cmi.mode',
    work: 'cmi.suspend_data',
    place: 'cmi.location',
  },
  maxWorkChars: 64_000,
  optional: [],
  values: (outcome) => {
    const share = shareOf(outcome);
    const score: [string, string][] =
      share === undefined
        ? []
        : [
            ['cmi.score.scaled', String(rounded(share))],
            ['cmi.score.raw', String(outcome.points)],
            ['cmi.score.min', '0'],
            ['cmi.score.max', String(outcome.maxPoints)],
          ];
    return [
      ...score,
      ['cmi.progress_measure', String(rounded(progressOf(outcome)))],
      ['cmi.completion_status', isComplete(outcome) ? 'completed' : 'incomplete'],
      ...(outcome.verdict ? ([['cmi.success_status', outcome.verdict]] as [string, string][]) : []),
    ];
  },
  sessionTime: (ms) => [
    ['cmi.session_time', isoDuration(ms)],
    // The next session continues this one.
    ['cmi.exit', 'suspend'],
  ],
};
