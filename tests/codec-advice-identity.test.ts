// The page's advice on a codec is the command's, whatever the reader answers.
/// <reference types="vite/client" />
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { advised, questions, words } from '../web/src/views/tape/advice.ts';
import { buildProgram } from './command.ts';

let program = '';
beforeAll(() => {
  program = buildProgram();
}, 600_000);

type Answers = Record<string, string>;

/** Every combination of answers. */
const all = questions.reduce<Answers[]>(
  (ways, { id, options }) => ways.flatMap((way) => options.map(({ value }) => ({ ...way, [id]: value }))),
  [{}],
);

const ofCommand = (answers: Answers): unknown =>
  JSON.parse(
    execFileSync(program, ['advise', 'tape-compression', '-'], { input: JSON.stringify(answers), encoding: 'utf8' }),
  );

describe('advice on a codec', () => {
  test('is the same on the page and by the command for all answers', () => {
    for (const answers of all) {
      const ofPage = advised(answers).map(({ advice, reason, place }, at) => ({
        rank: at + 1,
        advice,
        title: words[advice]?.title,
        reason,
        source: place,
      }));
      expect(ofCommand(answers), JSON.stringify(answers)).toEqual(ofPage);
    }
    expect(all).toHaveLength(192);
  }, 120_000);
});
