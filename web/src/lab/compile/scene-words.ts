// The words that describe a scene: the text of its link, as long as no script has turned the link into a scene.
import { unitBeside } from '../units.ts';

/** The words of a language. */
export interface SceneWords {
  /** Returns a number with its unit. */
  amount(value: number, unit: string): string;
  on: string;
  off: string;
  /** The names of a chart's views. */
  views: Readonly<Record<string, string>>;
  /** Describes a factor between series; `word` is its label, or empty. */
  factor(word: string, ends: readonly string[]): string;
  /** Describes a marked cell by the titles of its column and its row. */
  marked(column: string, row: string): string;
  /** Returns a table's text in the language. */
  text(text: string): string;
}

export const englishWords: SceneWords = {
  amount: (value, unit) => `${value.toLocaleString('en')} ${unitBeside(value, unit)}`.trim(),
  on: 'on',
  off: 'off',
  views: { value: 'values', ratio: 'ratios to the first series', error: 'errors of the model' },
  factor: (word, ends) => `factor ${word && `for ${word} `}between ${ends.join(' and ')}`,
  marked: (column, row) => `${column}, ${row} marked`,
  text: (text) => text,
};
