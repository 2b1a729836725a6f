import { expect, test } from 'vitest';
import type { Diagnosis, DiagnosisEnquiry } from '../../../engine';
import { evidenceOf } from './findings';
import { DiagnosisSession, MAX_CHARACTERS, ONE_CHANGE_AT_A_TIME } from './session.svelte';

const row = (id: string) =>
  ({ id, component: '', symptom: 'High', cause: id }) as Diagnosis['before']['servers'][0]['findings'][0]['rows'][0];
const answer = ({ after }: DiagnosisEnquiry): Diagnosis => {
  const measurement = { application: null, servers: [], notes: [] };
  return { before: measurement, after: after === undefined ? null : measurement, changed: null, comparisons: [] };
};

/** Returns a session and its requests. */
function sessionWith(ask = (enquiry: DiagnosisEnquiry) => Promise.resolve(answer(enquiry))) {
  const requests: DiagnosisEnquiry[] = [];
  const session = new DiagnosisSession((enquiry) => {
    requests.push(enquiry);
    return ask(enquiry);
  });
  session.before = 'first';
  return { session, requests };
}

test('second change before the next measurement is refused', async () => {
  const { session, requests } = sessionWith();
  await session.read();
  session.commit();
  expect(session.problemOf('change')).toContain('Choose one of the causes');
  expect(session.choose('paging')).toBe(true);
  expect(session.choose('share')).toBe(true);
  session.commit();
  expect(session.choose('paging')).toBe(false);
  expect(session.problemOf('change')).toBe(ONE_CHANGE_AT_A_TIME);
  expect([session.chosen, session.changed]).toEqual(['share', 'share']);
  session.after = 'second';
  await session.compare();
  expect(requests.at(-1)).toEqual({ before: 'first', after: 'second', changed: ['share'] });
  // No other change can be selected until the second measurement becomes the first.
  expect(session.choose('paging')).toBe(false);
  await session.goOn();
  expect([session.before, session.after, session.changed]).toEqual(['second', '', '']);
  expect(session.choose('paging')).toBe(true);
});

test('change that is taken back allows another', async () => {
  const { session } = sessionWith();
  await session.read();
  session.choose('paging');
  session.commit();
  session.takeBack();
  expect(session.choose('share')).toBe(true);
});

test('invalid text stays, and so does the last answer', async () => {
  let works = true;
  const { session } = sessionWith((enquiry) =>
    works ? Promise.resolve(answer(enquiry)) : Promise.reject(new Error('first measurement: line 3: 14 has no name')),
  );
  await session.read();
  const { first } = session;
  works = false;
  session.before = 'nonsense';
  await session.read();
  expect(session.problemOf('before')).toBe('First measurement: line 3: 14 has no name.');
  expect([session.before, session.first, session.busy]).toEqual(['nonsense', first, false]);
});

test('response times are given both or not at all', async () => {
  const { session, requests } = sessionWith();
  await session.read();
  session.responseBefore = 2;
  await session.compare();
  expect(session.problemOf('after')).toContain('both response times');
  expect(requests).toHaveLength(1);
  session.responseAfter = 3;
  await session.compare();
  expect(requests.at(-1)).toMatchObject({ response_s: [2, 3] });
});

test('files are joined, and too large ones refused', async () => {
  const { session } = sessionWith();
  await session.take([new File(['1 A'], 'a'), new File(['2 A'], 'b')], 'before');
  expect(session.before).toBe('1 A\n2 A');
  await session.take([new File(['x'.repeat(MAX_CHARACTERS + 1)], 'c')], 'before');
  expect(session.before).toBe('1 A\n2 A');
  expect(session.problemOf('before')).toContain('larger than 1 MB');
});

test('symptom of several servers is listed once', () => {
  const server = (name: string, symptom: string, first: boolean, share = 0.5) =>
    ({
      name,
      findings: [{ symptom, because: 'why', first, share, bare: '', rows: [row(symptom)] }],
    }) as unknown as Diagnosis['before']['servers'][0];
  const servers = [
    server('A', 'locks', false, 0.1),
    server('A', 'io', false, 0.2),
    server('A', 'other', true, 0.05),
    server('B', 'other', false),
  ];
  const evidence = evidenceOf({ application: null, servers, notes: [] });
  expect(evidence.map(({ symptom, because, first }) => [symptom, because, first])).toEqual([
    ['other', ['A: why', 'B: why'], true],
    ['io', ['A: why'], false],
    ['locks', ['A: why'], false],
  ]);
});
