// Expressions, submitted numbers, random draws, and verdicts are bit-identical in WebAssembly and natively: the
// engine's own tests have the same cases and answers.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import {
  checkLab,
  compiledLab,
  describeModel,
  DiskPathLesson,
  draw,
  Lesson,
  measure,
  OpenLab,
  refusal,
  start,
} from './modules';

type Cases = {
  lab: ConstructorParameters<typeof Lesson>[0];
  question: Parameters<typeof draw>[0];
  expressions: string[];
  texts: [string, string][];
  seeds: (string | null)[];
  answers: string[];
  figures: { tolerance: string; answers: string[] };
};
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { question, expressions, texts, seeds, answers, figures, ...cases } = read('lesson-cases.json') as Cases;
let lab = cases.lab;

beforeAll(() => {
  start();
  lab = { ...lab, description: describeModel(lab.model) };
});

/** Answers requests like a model, but takes no time. */
const model = (requests: ReturnType<Lesson['requests']>): number[] =>
  requests.map(({ scenario }) => Number(scenario['names']) * 10.1);

test('recorded answers are given', () => {
  const lesson = new Lesson(lab);
  const draws = { n: { value: draw(question)['n'] ?? NaN, unit: 'names' } };
  const found = {
    expressions: lesson.calculate(expressions, draws, model(lesson.requests(expressions, draws))),
    texts: texts.map(([text, unit]) => measure(text, unit)),
    draws: seeds.map((seed) => draw(question, seed)['n']),
    judged: seeds.map((seed) =>
      answers.map((text) =>
        lesson.judge(question, { kind: 'number', text }, seed, model(lesson.questionRequests(question, seed))),
      ),
    ),
    figures: figures.answers.map((text) => {
      const accurate = { ...question, answer: { ...question.answer, tolerance: figures.tolerance } } as typeof question;
      return lesson.judge(accurate, { kind: 'number', text }, undefined, model(lesson.questionRequests(accurate)));
    }),
  };
  expect(found).toEqual(read('lesson-answers.json'));
});

test('check names the unit, or the position of the fault in UTF-16 units', () => {
  const lesson = new Lesson(lab);
  const { draws = [] } = question;
  expect(lesson.check('external_throughput(names=n) * 1 s', draws)).toEqual({ kind: 'quantity', unit: 'operations' });
  expect(lesson.check('near(3 us, 5 %)', draws, 'ms')).toEqual({ kind: 'condition' });
  expect(lesson.check('near(3 us, 5 %)', draws)).toMatchObject({ kind: 'error', offset: 0 });
  expect(lesson.check('"Größe 😀" + x', draws)).toMatchObject({ kind: 'error', offset: 0 });
  expect(lesson.check('1 + 𝑥', draws)).toMatchObject({ kind: 'error', offset: 4 });
  expect(lesson.check('(𝑥 $', draws)).toMatchObject({ kind: 'error', offset: 4 });
});

test('real model answers each question', async () => {
  const compiled = await compiledLab();
  checkLab(compiled);
  const lesson = new Lesson(compiled);
  const open = new OpenLab(compiled);
  const wanted = ['external_throughput(names=2000) / internal_throughput(names=2000)', 'busy_processors(names=2000)'];
  const asked = lesson.requests(wanted, {});
  const [ratio, busy] = lesson.calculate(
    wanted,
    {},
    asked.map(({ output, scenario }) => open.evaluate(scenario, [output])[0] ?? NaN),
  );
  expect(ratio?.unit).toBe('processor');
  expect(ratio?.value).toBeCloseTo(busy?.value ?? NaN, 10);
});

test('module without the lab’s model grades by the description in the lab', () => {
  const lesson = new DiskPathLesson(lab);
  const asked = lesson.questionRequests(question, undefined);
  expect(asked.length).toBeGreaterThan(0);
  for (const text of answers)
    expect(lesson.judge(question, { kind: 'number', text }, undefined, model(asked))).toEqual(
      new Lesson(lab).judge(question, { kind: 'number', text }, undefined, model(asked)),
    );
  expect(refusal(() => new DiskPathLesson(cases.lab))).toBe(
    'the lab has no description of its model: compile the lab again',
  );
});

test('malformed data, lab, or answer is refused with a message', () => {
  const lesson = new Lesson(lab);
  for (const nonsense of [undefined, null, 5, 'lab', [], {}, { ...lab, description: {} }, { ...lab, tables: [{}] }])
    expect(refusal(() => new Lesson(nonsense as never))).not.toBe('');
  for (const nonsense of [undefined, null, 5, {}, { kind: 'number' }, { kind: 'word', text: '5' }])
    expect(refusal(() => lesson.judge(question, nonsense as never, undefined, []))).toContain('answer');
  expect(refusal(() => describeModel('nonsense'))).toContain('nonsense');
  expect(refusal(() => measure('5', 'Us'))).toContain('did you mean us');
  expect(refusal(() => lesson.calculate(['elapsed_us()'], {}, []))).toContain('was not asked');
  expect(refusal(() => lesson.calculate(['1 > 2'], {}, []))).toContain('condition');
  expect(refusal(() => lesson.requests(['('.repeat(100_000)], {}))).toContain('at most');
  expect(refusal(() => lesson.requests(['('.repeat(3_000)], {}))).toContain('nested parentheses');
  expect(lesson.check('1 + '.repeat(900) + '1', [])).toEqual({ kind: 'quantity', unit: '' });
});
