import { describe, expect, test } from 'vitest';
import { exampleLab } from '../lab/examples';
import type { Block } from '../lab/types';
import { Session } from './session.svelte';

const ask: Block[] = [];
const predict = (id: string): Block => ({ kind: 'predict', id, ask, guess: { kind: 'choice', choices: [] } });
const question = (id: string): Block => ({
  kind: 'question',
  id,
  ask,
  answer: { kind: 'number', value: '1', unit: '1', tolerance: '0' },
  points: 1,
  feedback: [],
});
const lab = exampleLab({
  start: { names: 50_000, format: 'v5', machine: 'z9' },
  steps: [
    {
      id: 'one',
      title: 'One',
      blocks: [
        { kind: 'control', id: 'names', setting: 'names', title: 'Names', input: { kind: 'switch' } },
        predict('p1'),
        { kind: 'reveal', after: 'p1', blocks: [question('q1')] },
      ],
    },
    { id: 'two', title: 'Two', blocks: [predict('p2'), question('q2')] },
  ],
});

let time = 0;
/**
 * Opens a session whose clock advances ten seconds per event, so that events are not merged unless a test sets the
 * clock.
 */
const open = (rules = { locked: [] as string[], skip: true }): Session =>
  new Session(lab, { rules, now: () => (time += 10_000) });
const choice = (id: string) => ({ kind: 'choice', id }) as const;
const wrong = { given: { kind: 'number', text: '2' }, right: false } as const;
const happened = (session: Session) => session.log.map(({ k }) => k);

describe('settings', () => {
  test('begin as the lab says, and are set, undone, and redone', () => {
    const session = open();
    session.set('names', 2000);
    session.set('format', 'v4');
    expect(session.settings).toEqual({ names: 2000, format: 'v4', machine: 'z9' });
    session.undo();
    session.undo();
    expect([session.settings, session.canUndo]).toEqual([lab.start, false]);
    session.redo();
    expect(session.settings['names']).toBe(2000);
    session.set('names', 3000);
    expect(session.canRedo).toBe(false);
  });

  test('are one undo step and one log entry when a slider passes them', () => {
    let now = 0;
    const session = new Session(lab, { now: () => (now += 10) });
    for (let names = 100; names <= 2000; names += 100) {
      session.set('names', names);
      session.ran('chart', { names }, 'speed', 1 / names);
    }
    expect(happened(session)).toEqual(['open', 'set', 'run']);
    expect(session.log.at(-1)).toMatchObject({ scenario: { names: 2000 } });
    session.undo();
    expect(session.settings).toEqual(lab.start);
  });

  test('never merge the runs before and after an answer', () => {
    const session = open();
    session.ran('chart', { names: 1 }, 'speed', 1);
    session.answer('q1', { given: { kind: 'number', text: '1' }, right: false });
    session.ran('chart', { names: 2 }, 'speed', 2);
    expect(happened(session)).toEqual(['open', 'run', 'answer', 'run']);
  });

  test('stay when an assignment locks them', () => {
    const session = open({ locked: ['names'], skip: true });
    session.set('names', 10);
    expect([session.settings, session.locked('names'), session.locked('format')]).toEqual([lab.start, true, false]);
  });

  test('of two configurations are apart, and begin with one difference in one chart', () => {
    const session = open();
    session.set('names', 10);
    session.compare('chart', { format: 'v4' });
    expect(session.otherIn('chart')).toEqual({ ...lab.start, names: 10, format: 'v4' });
    expect(session.otherIn('another')).toBeUndefined();
    session.set('names', 20, 'other');
    expect([session.settings['names'], session.other?.['names']]).toEqual([10, 20]);
    const control = (setting: string) => session.isForBoth({ id: `c-${setting}`, setting });
    expect(['names', 'format', 'machine'].map(control)).toEqual([true, true, false]);
    session.compare(undefined);
    expect(session.other).toBeUndefined();
    session.undo();
    expect(session.otherIn('chart')?.['names']).toBe(20);
  });
});

describe('scene', () => {
  const small = { step: 'one', settings: { names: 2000 } };
  const large = { step: 'one', settings: { names: 20_000 } };

  test('sets what the reader has not set in its step, outside history, log, and link', () => {
    const session = open();
    session.enter(small);
    expect([session.settings, session.isYours, session.canUndo]).toEqual([{ ...lab.start, names: 2000 }, false, false]);
    expect([session.state.settings, happened(session)]).toEqual([lab.start, ['open']]);
    session.set('format', 'v4');
    session.set('names', 3000);
    session.enter(large);
    expect(session.settings).toEqual({ ...lab.start, format: 'v4', names: 3000 });
    session.enter({ ...large, step: 'two' });
    expect(session.settings).toEqual({ ...lab.start, format: 'v4', names: 20_000 });
    session.enter({ step: 'two', settings: {} });
    expect(session.settings['names']).toBe(3000);
  });

  test('is the reader’s once changed, until it is as in the text again', () => {
    const session = open();
    session.enter(small);
    session.set('names', 3000);
    expect(session.isYours).toBe(true);
    session.returnToText();
    expect([session.settings['names'], session.isYours, session.state.mine]).toEqual([2000, false, {}]);
    session.undo();
    expect([session.settings['names'], session.isYours]).toEqual([3000, true]);
    session.undo();
    expect([session.settings['names'], session.isYours, session.canUndo]).toEqual([2000, false, false]);
  });

  test('sets the view of its figure until the reader chooses one', () => {
    const session = open();
    session.enter({ step: 'one', settings: {}, figure: 'chart', look: { view: 'error' } });
    expect([session.lookInText('chart'), session.lookInText('other')]).toEqual([{ view: 'error' }, {}]);
    expect([session.isYours, session.state.looks]).toEqual([false, {}]);
    session.setLook('chart', 'value:');
    expect(session.isYours).toBe(true);
    session.returnToText();
    expect([session.isYours, session.state.looks]).toEqual([false, {}]);
    session.enter(small);
    session.setLook('chart', 'error:');
    expect([session.lookInText('chart'), session.isYours]).toEqual([{}, false]);
  });

  test('leaves settings alone that an assignment locks', () => {
    const session = open({ locked: ['names'], skip: true });
    session.enter(small);
    expect([session.settings['names'], session.isYours]).toEqual([50_000, false]);
  });

  test('link in the text sets several settings in one step', () => {
    const session = open();
    session.setAll({ names: 2000, format: 'v4', machine: 'z9' });
    expect(session.settings).toEqual({ names: 2000, format: 'v4', machine: 'z9' });
    session.undo();
    expect([session.settings, session.canUndo]).toEqual([lab.start, false]);
  });
});

describe('predictions', () => {
  test('are committed once and show what follows; undo does not take them back', () => {
    const session = open();
    session.set('names', 10);
    session.commit('p1', choice('a'));
    session.commit('p1', choice('b'));
    expect([session.prediction('p1'), session.revealed('p1')]).toEqual([choice('a'), true]);
    session.undo();
    expect([session.settings, session.prediction('p1'), session.revealed('p1')]).toEqual([
      lab.start,
      choice('a'),
      true,
    ]);
    expect(happened(session)).toEqual(['open', 'set', 'predict', 'reveal', 'set']);
  });

  test('may be skipped, and the log says so, unless the assignment forbids it', () => {
    const session = open();
    session.reveal('p1');
    expect([session.revealed('p1'), happened(session).at(-1)]).toEqual([true, 'skip']);
    const strict = open({ locked: [], skip: false });
    strict.reveal('p1');
    expect([strict.revealed('p1'), happened(strict)]).toEqual([false, ['open']]);
  });
});

describe('answers', () => {
  test('are counted; what is being written can be undone', () => {
    const session = open();
    session.write('q1', { kind: 'number', text: '2' });
    session.answer('q1', wrong);
    session.write('q1', { kind: 'number', text: '1' });
    session.undo();
    expect([session.draft('q1', 'number')?.text, session.answers('q1').length]).toEqual(['2', 1]);
    expect([session.draft('q1', 'choice'), session.solved('q1')]).toEqual([undefined, false]);
    session.answer('q1', { ...wrong, right: true });
    expect([session.solved('q1'), session.answers('q1').length]).toEqual([true, 2]);
  });
});

test('undo says what it undid, and passes over drafts of what is committed', () => {
  const session = open();
  session.set('names', 10);
  session.write('p1', { kind: 'choice', ids: ['a'] });
  session.commit('p1', choice('a'));
  session.undo();
  expect([session.returned, session.settings, session.canUndo]).toEqual([
    { what: 'settings names', verb: 'undone' },
    lab.start,
    false,
  ]);
  session.redo();
  expect(session.returned?.verb).toBe('redone');
});

describe('reset', () => {
  const filled = (): Session => {
    const session = open();
    session.set('names', 10);
    session.set('format', 'v4');
    for (const id of ['p1', 'p2']) session.commit(id, choice('a'));
    for (const id of ['q1', 'q2']) session.answer(id, wrong);
    session.hint('q1');
    return session;
  };

  test('of a step clears only that step', () => {
    const session = filled();
    session.resetStep('one');
    expect(session.settings).toEqual({ ...lab.start, format: 'v4' });
    expect(['p1', 'p2'].map((id) => session.prediction(id) !== undefined)).toEqual([false, true]);
    expect(['q1', 'q2'].map((id) => session.answers(id).length)).toEqual([0, 1]);
    expect([session.hints('q1'), session.revealed('p1'), session.revealed('p2')]).toEqual([0, false, true]);
  });

  test('of the lab is undone and redone, and the log keeps all events', () => {
    const session = filled();
    const before = session.state;
    session.reset();
    const after = session.state;
    expect(after).toMatchObject({ settings: lab.start, predictions: {}, answers: {}, hints: {} });
    session.undo();
    expect(session.state).toEqual(before);
    session.redo();
    expect(session.state).toEqual(after);
    expect(happened(session).filter((k) => k === 'predict' || k === 'reset')).toEqual(['predict', 'predict', 'reset']);
  });
});

test('resumed session continues the saved work and its clock', () => {
  const before = open();
  before.answer('q1', wrong);
  const resumed = { state: before.state, log: [...before.log] };
  const after = new Session(lab, { resumed, now: () => (time += 10_000) });
  after.answer('q1', wrong);
  expect([after.answers('q1').length, happened(after)]).toEqual([2, ['open', 'answer', 'open', 'answer']]);
  const times = after.log.map(({ t }) => t);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
