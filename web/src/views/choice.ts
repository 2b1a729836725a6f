// Questions with a few answers each, of which some are asked only after certain others.
import type { ChoiceQuestion } from '../engine';

/** Answers by question. */
export type Answers = Record<string, string>;

/** The reader's first answers: the first option of each question. */
export const firstAnswers = (questions: readonly ChoiceQuestion[]): Answers =>
  Object.fromEntries(questions.map(({ id, options }) => [id, options[0]?.value ?? '']));
