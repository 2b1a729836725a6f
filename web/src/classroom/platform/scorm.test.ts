import { describe, expect, test } from 'vitest';
import { findApi } from './find-api';
import { PlatformError, type Outcome } from './platform';
import { connectScorm, type Dialect } from './scorm';
import { scorm12 } from './scorm12';
import { scorm2004 } from './scorm2004';

const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  points: 1,
  maxPoints: 3,
  answered: 1,
  counted: 4,
  verdict: undefined,
  spentMs: 0,
  ...more,
});

/** Returns a platform that stores everything except the elements `refused`, and records its calls. */
function platform(dialect: Dialect, { refused = [], values = {} }: { refused?: string[]; values?: object } = {}) {
  const stored: Record<string, string> = { ...values };
  const calls: string[] = [];
  const { functions } = dialect;
  const answer = (name: string, element = ''): string => {
    calls.push(name);
    return String(!refused.includes(name) && !refused.includes(element));
  };
  const api = {
    [functions.initialize]: () => answer('initialize'),
    [functions.terminate]: () => answer('terminate'),
    [functions.commit]: () => answer('commit'),
    [functions.get]: (element: string) => stored[element] ?? '',
    [functions.set]: (element: string, value: string) => {
      const taken = answer('set', element);
      if (taken === 'true') stored[element] = value;
      return taken;
    },
    [functions.errorCode]: () => '101',
    [functions.errorText]: (code: string) => `General exception ${code}`,
  };
  let now = 5000;
  const from = { [dialect.object]: api, opener: null } as unknown as Window;
  Object.assign(from, { parent: from });
  const open = () => connectScorm(dialect, from, () => now);
  return { stored, calls, open, wait: (ms: number) => (now += ms) };
}

describe('SCORM 1.2', () => {
  test('takes score, status, time, and bookmark under its own names', async () => {
    const { stored, open, wait } = platform(scorm12);
    const session = open();
    wait(3_725_670);
    await session.send(outcome(), { work: '1.abc.0', place: 'step-2' });
    expect(stored).toEqual({
      'cmi.core.score.raw': '33.33',
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.session_time': '0001:02:05.67',
      'cmi.core.exit': 'suspend',
      'cmi.suspend_data': '1.abc.0',
      'cmi.core.lesson_location': 'step-2',
    });
  });

  test.each([
    [{}, 'incomplete'],
    [{ answered: 4 }, 'completed'],
    [{ verdict: 'passed' }, 'passed'],
    [{ answered: 4, verdict: 'failed' }, 'failed'],
  ] as const)('has one status when the outcome is %j', async (more, status) => {
    const { stored, open } = platform(scorm12);
    await open().send(outcome(more), { work: undefined, place: '' });
    expect(stored['cmi.core.lesson_status']).toBe(status);
  });

  test('has no score when only predictions count', async () => {
    const { stored, open } = platform(scorm12);
    await open().send(outcome({ points: 0, maxPoints: 0 }), { work: undefined, place: '' });
    expect(Object.keys(stored).filter((name) => name.includes('score'))).toEqual([]);
  });
});

describe('SCORM 2004', () => {
  test('separates scaled score, progress, completion, and success', async () => {
    const { stored, open, wait } = platform(scorm2004);
    const session = open();
    wait(65_250);
    await session.send(outcome({ answered: 4, verdict: 'failed' }), { work: '1.abc.0', place: 'q1' });
    expect(stored).toEqual({
      'cmi.score.scaled': '0.3333',
      'cmi.score.raw': '1',
      'cmi.score.min': '0',
      'cmi.score.max': '3',
      'cmi.progress_measure': '1',
      'cmi.completion_status': 'completed',
      'cmi.success_status': 'failed',
      'cmi.session_time': 'PT65.25S',
      'cmi.exit': 'suspend',
      'cmi.suspend_data': '1.abc.0',
      'cmi.location': 'q1',
    });
  });

  test('says nothing of success while it is open', async () => {
    const { stored, open } = platform(scorm2004);
    await open().send(outcome(), { work: undefined, place: '' });
    expect(stored).not.toHaveProperty('cmi.success_status');
    expect(stored['cmi.progress_measure']).toBe('0.25');
  });
});

describe.each([scorm12, scorm2004])('session of $title', (dialect) => {
  const { id, name, mode, work, place } = dialect.elements;

  test('knows the student and the work of earlier sessions', () => {
    const values = { [id]: ' s1 ', [name]: 'Lovelace,  Ada', [mode]: 'normal', [work]: '1.x.0', [place]: 'two' };
    const session = platform(dialect, { values }).open();
    expect(session.student).toEqual({ id: 's1', name: 'Lovelace, Ada' });
    expect(session.bookmark).toEqual({ work: '1.x.0', place: 'two' });
    expect(session.records).toBe(true);
  });

  test.each(['browse', 'review'])('records nothing in mode %s', (value) => {
    expect(platform(dialect, { values: { [mode]: value } }).open().records).toBe(false);
  });

  test('stores the rest and says so when an element is refused', async () => {
    const { stored, calls, open } = platform(dialect, { refused: [work] });
    const sent = open().send(outcome(), { work: '1.abc.0', place: 'two' });
    await expect(sent).rejects.toThrow(`did not accept ${work}: General exception 101 (error 101)`);
    expect(stored[place]).toBe('two');
    expect(calls.at(-1)).toBe('commit');
  });

  test('says so when the commit is refused', async () => {
    const { open } = platform(dialect, { refused: ['commit'] });
    await expect(open().send(outcome(), { work: undefined, place: '' })).rejects.toThrow(PlatformError);
  });

  test('begins all its calls before it waits when it ends', () => {
    const { calls, open } = platform(dialect);
    void open().end(outcome(), { work: undefined, place: '' });
    expect(calls.slice(-2)).toEqual(['commit', 'terminate']);
  });

  test('is refused with the platform’s words', () => {
    expect(() => platform(dialect, { refused: ['initialize'] }).open()).toThrow('General exception 101');
  });
});

test('SCORM 1.2 does without limits of the score where a platform lacks them', async () => {
  const { stored, open } = platform(scorm12, { refused: ['cmi.core.score.min', 'cmi.core.score.max'] });
  await open().send(outcome(), { work: undefined, place: '' });
  expect(stored['cmi.core.score.raw']).toBe('33.33');
});

describe('search for a platform', () => {
  const api = { LMSInitialize: () => 'true' };
  const make = (parts: object): Window => {
    const made = { opener: null, ...parts } as unknown as Window;
    if (!('parent' in parts)) Object.assign(made, { parent: made });
    return made;
  };
  /** Returns a window of another origin: only its parent and its opener are accessible. */
  const foreign = (parts: { parent?: Window } = {}): Window =>
    new Proxy(make(parts), {
      get: (_target, name, proxy) => {
        if (name === 'parent') return parts.parent ?? proxy;
        if (name === 'opener') return null;
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
    });
  const find = (from: Window) => findApi('API', 'LMSInitialize', from);

  test('goes through frames and windows of other origins', () => {
    expect(find(make({ parent: foreign({ parent: make({ API: api }) }) }))).toBe(api);
  });

  test('goes on to the frames of the window that opened it', () => {
    expect(find(make({ parent: make({ opener: make({ parent: make({ API: api }) }) }) }))).toBe(api);
  });

  test('passes over a frame that has the name of the platform’s object', () => {
    expect(find(make({ API: make({}), parent: make({ API: api }) }))).toBe(api);
  });

  test('ends without a platform', () => {
    expect(find(make({ parent: foreign() }))).toBeUndefined();
  });
});
