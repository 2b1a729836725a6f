/**
 * Correct and wrong answers to a lab's questions, taken from the compiled lab and the engine instead of being repeated
 * here.
 */
import { readFileSync } from 'node:fs';
import { openLab, openLesson, start } from './wasm.ts';
import { allBlocks } from '../web/src/lab/blocks.ts';
import type { Block, Inline, Lab, Predict, Question, Step } from '../web/src/lab/types.ts';
import { dist } from './serve.ts';

type Kind<K extends Block['kind']> = Extract<Block, { kind: K }>;
export type GradableItem = Kind<'predict'> | Kind<'question'>;
export type { Lab, Predict, Question };

/** Returns a lab as the site publishes it. */
export const publishedLab = (id: string): Lab =>
  JSON.parse(readFileSync(`${dist('site')}/labs/${id}/lab.json`, 'utf8')) as Lab;

/** Returns the predictions and questions of a step in reading order. */
export const askedIn = ({ blocks }: Step): GradableItem[] =>
  allBlocks(blocks).filter((block): block is GradableItem => block.kind === 'predict' || block.kind === 'question');

/** Returns text up to the first figure, link, or random number, which the page changes. */
export const opening = (text: readonly Inline[]): string => {
  const end = text.findIndex(({ kind }) => kind !== 'text');
  return text
    .slice(0, end < 0 ? undefined : end)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
    .trim();
};

/** A reply to a question: a number to type, or the ids of the choices. */
export type Reply = { text: string } | { ids: string[] };

/** A typical wrong answer, and the beginning of its feedback. */
export type Mistake = Reply & { told: string };

/** The answers to the questions of a lab, with the first value of every randomized quantity. */
export class Answers {
  readonly #lesson: ReturnType<typeof openLesson>;
  readonly #model: ReturnType<typeof openLab>;

  constructor(lab: Lab) {
    start();
    const engineLab = lab as unknown as Parameters<typeof openLab>[0];
    this.#lesson = openLesson(engineLab);
    this.#model = openLab(engineLab);
  }

  right({ answer, draws }: Question): Reply {
    if (answer.kind === 'number') return { text: this.#number(answer.value, answer.unit, draws) };
    return { ids: answer.choices.flatMap(({ id, right }) => (right ? id : [])) };
  }

  /** Returns the first mistake for which the question has feedback. */
  mistake({ answer, feedback, draws, id }: Question): Mistake {
    for (const { to, blocks } of feedback) {
      const [first] = blocks;
      const told = first?.kind === 'paragraph' ? opening(first.text) : '';
      if (to.kind === 'choice') return { ids: [to.id], told };
      // The value in the first `near(…)` of the condition.
      const near = to.kind === 'when' && /^near\((.+), [^,()]+\)$/.exec(to.condition.split(' or ')[0] ?? '')?.[1];
      if (near && answer.kind === 'number') return { text: this.#number(near, answer.unit, draws), told };
    }
    throw new Error(`${id} expects no mistake`);
  }

  /** Returns the text that a reader types into a field whose unit is `unit`. */
  #number(expression: string, unit: string, draws: Question['draws'] = []): string {
    const drawn = Object.fromEntries(draws.map(({ name, unit, values }) => [name, { unit, value: values[0] ?? NaN }]));
    const known = this.#lesson
      .requests([expression], drawn)
      .map(({ output, scenario }) => this.#model.evaluate(scenario, [output])[0] ?? NaN);
    const [result] = this.#lesson.calculate([expression], drawn, Float64Array.from(known));
    const written = (result?.value ?? NaN) * (unit === '%' && result?.unit !== '%' ? 100 : 1);
    // Times are in seconds, regardless of the unit that the question asks for.
    return `${Number(written.toPrecision(6))}${unit === 'ms' && result?.unit !== 'ms' ? ' s' : ''}`;
  }
}
