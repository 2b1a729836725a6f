import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkState } from '../../player/link/check';
import { exampleLab } from '../../lab/examples';
import { Session } from '../../session/session.svelte';
import { decode } from '../../state/code';
import type { Assignment, UnsealedSubmission } from '../format';
import { readSavedWork, WorkStore } from '../work-store';
import { Work } from '../work.svelte';
import { PlatformError, type Bookmark, type Outcome, type Platform } from './platform';
import { PlatformReport } from './report.svelte';

const lab = exampleLab({
  id: 'directories',
  start: {},
  steps: [
    {
      id: 'one',
      title: 'One',
      blocks: [
        {
          kind: 'question',
          id: 'q1',
          ask: [],
          answer: { kind: 'number', value: '1', unit: '1', tolerance: '0' },
          points: 2,
          feedback: [],
        },
      ],
    },
  ],
});
const assignment: Assignment = {
  lab: 'directories',
  lab_hash: 'sha256-00',
  engine: '0.1.0',
  questions: ['q1'],
  seed: 'same',
  pass: 0.5,
};

/** A platform that records the data that it receives. */
class Recorder implements Platform {
  student = { id: 's1', name: '' };
  records = true;
  bookmark = { work: undefined, place: '' };
  maxWorkChars = 4096;
  sent: { outcome: Outcome; bookmark: Bookmark }[] = [];
  ended: (Outcome | undefined)[] = [];
  refuses = false;

  async send(outcome: Outcome, bookmark: Bookmark): Promise<void> {
    if (this.refuses) throw new PlatformError('The learning platform did not store your result: full (error 1).');
    this.sent.push({ outcome, bookmark });
  }

  async end(outcome: Outcome | undefined): Promise<void> {
    this.ended.push(outcome);
  }
}

/** The listeners on the report's page. */
let listeners: Record<string, (event: object) => unknown>;
beforeEach(() => {
  listeners = {};
  vi.stubGlobal('addEventListener', (name: string, listener: () => unknown) => (listeners[name] = listener));
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('innerHeight', 800);
});
afterEach(() => vi.unstubAllGlobals());

/** Returns work whose answer is worth these points, and the report of that work. */
function reported(platform = new Recorder(), points = 2) {
  const session = new Session(lab, { now: () => 0 });
  const store = new WorkStore(assignment, 's1', undefined);
  const parts = { assignment, student: { id: 's1', name: 'Ada' }, session, started: '2030-05-04T10:00:00.000Z' };
  const work = new Work(lab, parts, store);
  const submit = async () =>
    ({ assignment, events: [...session.log], claimed: { points } }) as unknown as UnsealedSubmission;
  const answer = (text: string): void => session.answer('q1', { given: { kind: 'number', text }, right: true });
  return { platform, session, work, answer, report: new PlatformReport(work, platform, submit) };
}

describe('report to a learning platform', () => {
  test('has the outcome, and work that another browser continues with', async () => {
    const { platform, session, answer, report } = reported();
    answer('1');
    await report.send();
    const [{ outcome, bookmark } = {}] = platform.sent;
    expect(outcome).toMatchObject({ points: 2, maxPoints: 2, answered: 1, verdict: 'passed' });
    expect(report.words).toMatch(/^Sent to your learning platform at \d\d:\d\d: 2 of 2 points, passed\.$/);
    const kept = readSavedWork(decode(bookmark?.work ?? ''), (state) => checkState(lab, state).state);
    expect(kept?.state).toEqual(session.state);
    expect(kept?.log).toEqual(session.log);
  });

  test('sends answers at once, and settings only at the end', async () => {
    const { platform, session, answer, report } = reported();
    await report.send();
    session.setLook('chart', 'table');
    report.follow();
    answer('1');
    report.follow();
    report.follow();
    await report.leave();
    // The first transfer is followed by one for the answer and by another when the student leaves.
    expect(platform.sent.map(({ outcome }) => outcome.answered)).toEqual([0, 1, 1]);
    expect(platform.ended.length).toBe(1);
  });

  test('keeps the last work that had room, and says so, when it grows too large', async () => {
    const { platform, answer, report } = reported();
    await report.send();
    const small = platform.sent[0]?.bookmark.work;
    expect(small?.length).toBeLessThan(platform.maxWorkChars);
    // Digits of the golden ratio do not repeat, so they do not compress well.
    for (let n = 1; n < 400; n++) answer(String((n * 0.618033988749895) % 1));
    await report.send();
    expect(platform.sent.at(-1)?.bookmark.work).toBe(small);
    expect(platform.sent.at(-1)?.outcome.points).toBe(2);
    expect(report.words).toContain('no space for all your answers');
  });

  test('says that nothing is lost when the platform refuses, and sends it later', async () => {
    const { platform, report } = reported();
    platform.refuses = true;
    await report.send();
    expect(report.problem).toMatch(/full \(error 1\)\. Your work is not lost/);
    platform.refuses = false;
    await report.send();
    expect([report.problem, platform.sent.length]).toEqual(['', 1]);
  });

  test('sends nothing when the lab was opened to look around', async () => {
    const platform = new Recorder();
    platform.records = false;
    const { answer, report } = reported(platform);
    answer('1');
    await report.send();
    await report.leave();
    expect([platform.sent, platform.ended]).toEqual([[], [undefined]]);
  });

  test('ends once, with the last outcome, when the page goes away', async () => {
    const { platform, answer, report } = reported();
    answer('1');
    await report.send();
    listeners['pagehide']?.({});
    listeners['pagehide']?.({});
    await report.leave();
    expect(platform.ended).toEqual([platform.sent.at(-1)?.outcome]);
    expect(report.over).toBe(true);
  });

  test('counts work as kept when the platform has it', async () => {
    const { work, answer, report } = reported();
    answer('1');
    expect(work.atRisk).toBe(true);
    await report.send();
    expect(work.atRisk).toBe(false);
    answer('1');
    expect(work.atRisk).toBe(true);
  });
});
