// Questions with a few answers each, of which some are asked only after certain others: what a chooser is made of.

export interface Question {
  id: string;
  title: string;
  options: readonly { value: string; title: string }[];
  /** Asked only after these answers; always without. */
  after?: Record<string, string>;
}

export type Answers = Record<string, string>;

/** Where the reader begins: the first answer to each question. */
export const firstAnswers = (questions: readonly Question[]): Answers =>
  Object.fromEntries(questions.map(({ id, options }) => [id, options[0]?.value ?? '']));

/** The questions that make a difference after these answers. */
export const askedAfter = (questions: readonly Question[], answers: Answers): Question[] =>
  questions.filter(({ after = {} }) => Object.entries(after).every(([id, value]) => answers[id] === value));
