/** The examples of labs/FIRST-LAB.md. */
import { readFileSync } from 'node:fs';
import { at } from './base-lab.ts';

const guide = readFileSync(at('labs/FIRST-LAB.md'), 'utf8');
const blocks = Array.from(guide.matchAll(/^```\w*\n([\s\S]*?)^```$/gm), ([, text = '']) => text);

/** Returns the guide's first example that contains a string. */
export function example(part: string): string {
  const found = blocks.find((block) => block.includes(part));
  if (found === undefined) throw new Error(`the guide has no example with ${part}`);
  return found;
}

/** The lab that the guide declares, with its model. */
export const declaredLab = {
  'lab.md': example('model: formula'),
  'model.toml': example('[[settings]]'),
  'parameters.toml': example('[penalty]'),
  'data/mix.csv': example('writes,five'),
  'data/mix.toml': example('name = "five"'),
};
