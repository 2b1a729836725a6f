// Questions with a few answers each; some depend on the answers to others.
import type { ChoiceQuestion } from '../engine';

/** Answers by question. */
export type Answers = Record<string, string>;

/** Returns the initial answers: the first option of each question. */
export const firstAnswers = (questions: readonly ChoiceQuestion[]): Answers =>
  Object.fromEntries(questions.map(({ id, options }) => [id, options[0]?.value ?? '']));
