// Compares the predictions of a class with the values that the engine computes, as a reader's page does.
import { errorText } from '../engine/error-text';
import { gradableItems, type GradableItem } from '../classroom/items';
import { allBlocks } from '../lab/blocks';
import { along } from '../charts/scale';
import type { Client } from '../engine/client';
import { plainText } from '../lab/plain-text';
import type { Curve, Guess, Lab, Predict } from '../lab/types';
import { controlOf, outputWords, settingWords } from '../lab/words';
import { compare, expressionInUnit } from '../player/comparison';
import type { GradedClass } from './grader';
import {
  byHeight,
  studentsOf,
  type ChoiceClass,
  type ClassPrediction,
  type CurveClass,
  type StudentPrediction,
  type NumberClass,
} from './predictions';
import type { PredictionText } from './report';

/** The number of values in the model's line, in addition to those at the points. */
const lineValues = 33;

/** The tolerance for a number whose prediction specifies none. */
const usualTolerance = '10 %';

/** The maximum length of a prompt that serves as a title; for a longer prompt, the title is its first words. */
const maxTitleChars = 300;

type Texts = StudentPrediction<string>[];

/**
 * Returns the model's line, with values between the points; only the values at the points if the others cannot be
 * computed.
 */
async function modelLine(
  engine: Client,
  lab: Lab,
  curve: Curve,
  model: readonly number[],
): Promise<CurveClass['line']> {
  const { points, x, y, x_scale, scenario } = curve;
  const [first = NaN, last = NaN] = [points[0], points.at(-1)];
  const input = controlOf(lab, x)?.input;
  if (input?.kind === 'one_of' || !(last > first)) return { xs: points, ys: model };
  const whole = input?.kind === 'number' ? input.whole : points.every(Number.isInteger);
  const xs = [...new Set([...along(first, last, x_scale, whole, lineValues), ...points])].sort((a, b) => a - b);
  const scenarios = xs.map((at) => ({ ...lab.start, ...scenario, [x]: at }));
  try {
    return { xs, ys: [...(await engine.ask('evaluate', [scenarios, [y]]))] };
  } catch {
    return { xs: points, ys: model };
  }
}

async function curves(
  engine: Client,
  lab: Lab,
  curve: Extract<Guess, { kind: 'curve' }>,
  texts: Texts,
): Promise<Omit<CurveClass, 'missing'>> {
  const known = await compare(engine, lab, curve);
  const model = known.map(({ model = NaN }) => model);
  const made = texts.flatMap(({ student, value: text }): StudentPrediction<number[]>[] => {
    const value = text.split(', ').map(Number);
    return value.length === curve.points.length && value.every(Number.isFinite) ? [{ student, value }] : [];
  });
  return {
    kind: 'curve',
    curve,
    x: settingWords(lab, curve.x),
    y: outputWords(lab, curve.y),
    model,
    line: await modelLine(engine, lab, curve, model),
    published: known.flatMap(({ x = NaN, published: y }) => (y === undefined ? [] : { x, y })),
    made: byHeight(curve, made),
  };
}

/** Returns the maximum distance from the right number at which the engine accepts an answer, in the number's unit. */
async function allowedOf(engine: Client, unit: string, tolerance: string, right: number): Promise<number> {
  const [share] = await engine.ask('calculate', [[tolerance]]);
  if (share?.unit === '' || share?.unit === '1') return share.value * Math.abs(right);
  const [quantity] = await engine.ask('calculate', [[expressionInUnit(unit, tolerance)]]);
  return quantity?.value ?? NaN;
}

async function numbers(
  engine: Client,
  lab: Lab,
  guess: Extract<Guess, { kind: 'number' }>,
  texts: Texts,
): Promise<Omit<NumberClass, 'missing'>> {
  const { unit, tolerance = usualTolerance } = guess;
  const [known] = await compare(engine, lab, guess);
  const origin = known?.model === undefined ? 'published' : 'model';
  const right = known?.[origin] ?? NaN;
  // Students often write the same number, so each text is parsed only once.
  const measured = new Map<string, Promise<number>>();
  const measure = async (text: string): Promise<number> => {
    const answer = await engine.ask('measure', [text, unit]);
    return 'problem' in answer ? NaN : answer.value;
  };
  for (const { value } of texts) if (!measured.has(value)) measured.set(value, measure(value));
  const made = await Promise.all(
    texts.map(async ({ student, value }) => ({ student, value: (await measured.get(value)) ?? NaN })),
  );
  return {
    kind: 'number',
    unit,
    right,
    origin,
    allowed: await allowedOf(engine, unit, tolerance, right),
    tolerance,
    made: made.filter(({ value }) => Number.isFinite(value)).sort((a, b) => a.value - b.value),
  };
}

function choices({ choices }: Extract<Guess, { kind: 'choice' }>, texts: Texts): Omit<ChoiceClass, 'missing'> {
  const ids = new Map(choices.map(({ id, text }) => [plainText(text) || id, id]));
  const made = texts.flatMap(({ student, value }): StudentPrediction<string>[] => {
    const id = ids.get(value);
    return id === undefined ? [] : [{ student, value: id }];
  });
  return { kind: 'choice', choices, made };
}

async function contentOf(engine: Client, lab: Lab, { guess }: Predict, texts: Texts) {
  if (guess.kind === 'curve') return curves(engine, lab, guess, texts);
  if (guess.kind === 'number') return numbers(engine, lab, guess, texts);
  return choices(guess, texts);
}

function promptOf({ block, words }: GradableItem): string {
  const paragraphs = allBlocks(block.ask).flatMap((one) => (one.kind === 'paragraph' ? plainText(one.text) : []));
  const all = paragraphs.join(' ');
  return all.length <= maxTitleChars ? all : words;
}

/** A prompt for a prediction, with its step. */
export type PredictionItem = Extract<GradableItem, { kind: 'predict' }>;

/**
 * Compares predictions with the engine's values; the engine must have opened the lab. `asked` is the number of students
 * who could make a prediction.
 */
export async function comparePredictions(
  engine: Client,
  lab: Lab,
  item: PredictionItem,
  texts: Texts,
  asked: number,
): Promise<ClassPrediction> {
  const prediction = { id: item.id, title: promptOf(item), step: item.step.title };
  try {
    const content = await contentOf(engine, lab, item.block, texts);
    return { ...prediction, content: { ...content, missing: asked - content.made.length } };
  } catch (error) {
    return { ...prediction, problem: errorText(error) };
  }
}

/**
 * Returns the predictions that count, in the order of the assignment. The engine opens each lab and computes the
 * model's values in its worker.
 */
export async function classPredictions(
  engine: Client,
  { report, labs }: GradedClass,
  texts: readonly PredictionText[],
): Promise<ClassPrediction[]> {
  const students = studentsOf(report.submissions);
  const found: ClassPrediction[] = [];
  let open: Lab | undefined;
  for (const { id } of report.questions.filter(({ prediction }) => prediction)) {
    const lab = labs.find((one) => gradableItems(one).some((item) => item.id === id));
    const item = lab && gradableItems(lab).find((one) => one.id === id);
    if (!lab || item?.kind !== 'predict') continue;
    if (open !== lab) engine.begin('open', [lab]);
    open = lab;
    const byFile = new Map(texts.flatMap((one) => (one.id === id ? [[one.at, one.text]] : [])));
    const said = students.flatMap((student) => {
      const value = byFile.get(student.at);
      return value === undefined ? [] : [{ student, value }];
    });
    found.push(await comparePredictions(engine, lab, item, said, students.length));
  }
  return found;
}
