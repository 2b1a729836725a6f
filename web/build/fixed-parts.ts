// The parts of a lab that editing its text must not change: numbers, ids, attributes, and addresses.
import type { Nodes } from 'mdast';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isDirective } from '../src/lab/compile/directive.ts';
import { SourceFile } from '../src/lab/compile/files.ts';
import { readMarkdown, splitFrontMatter } from '../src/lab/compile/markdown.ts';
import { print, Problems } from '../src/lab/compile/problems.ts';

/** Keys of front matter, TOML, and directives whose values are sentences or titles; only their numbers are fixed. */
const textKeys = new Set(
  'alt because chosen_in_view cite differs group note shown since source summary title titles'.split(' '),
);
/** Keys of front matter whose values map names to titles. */
const titleMaps = new Set(['outputs']);

/** Numbers in words. "One" is left out: it is usually a pronoun. */
const numberWords = new Map(
  Object.entries({
    ...Object.fromEntries(
      'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
        .split(' ')
        .map((word, index) => [word, String(index + 2)]),
    ),
    half: '1/2',
    third: '1/3',
    quarter: '1/4',
    quarters: '1/4',
    eighth: '1/8',
    twice: '2 ×',
  }),
);

/** Returns the numbers in text and the names with digits, such as RWSERV1; "1,300" and "1300" are the same number. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\p{L}*\d[\p{L}\d]*(?:[.,]\d+)*|\p{L}+/gu)].flatMap(([word]) => {
    const number = /\d/.test(word) ? word.replaceAll(',', '') : numberWords.get(word.toLowerCase());
    return number === undefined ? [] : [`number ${number}`];
  });

/** Returns the leaves of a value with their paths. */
function leaves(value: unknown, path: string, isText: boolean): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, `${path}[${String(index)}]`, isText));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) =>
      leaves(item, path === '' ? key : `${path}.${key}`, textKeys.has(key) || titleMaps.has(path)),
    );
  return isText ? numbersIn(String(value)) : [`${path} = ${JSON.stringify(value)}`];
}

/** Returns the fixed parts of an attribute: for text, its numbers; for options, the values without their labels. */
function attributeParts(owner: string, key: string, value: string): string[] {
  if (textKeys.has(key)) return numbersIn(value);
  if (key !== 'options') return [`${owner} ${key}="${value}"`];
  return value.split(',').map((option) => `${owner} option "${option.replace(/:.*/, '').trim()}"`);
}

/** Returns text without line breaks, which editing may move. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

function nodeParts(node: Nodes): string[] {
  const below = 'children' in node ? node.children.flatMap(nodeParts) : [];
  if (isDirective(node)) {
    const { id, ...attributes } = node.attributes ?? {};
    const owner = id ? `${node.name}#${id}` : node.name;
    const parts = Object.entries(attributes).flatMap(([key, value]) => attributeParts(owner, key, value ?? ''));
    return [owner, ...parts, ...below];
  }
  if (node.type === 'link') return [`link ${node.url} "${oneLine(node.title ?? '')}"`, ...below];
  if (node.type === 'inlineCode' || node.type === 'code')
    return [`code ${node.type === 'code' ? node.value : oneLine(node.value)}`];
  return node.type === 'text' ? numbersIn(node.value) : below;
}

/** Returns the parts of a lab's file that editing must not change, in file order. */
export function fixedParts(name: string, text: string): string[] {
  if (name.endsWith('.toml')) return leaves(parseToml(text), '', false);
  if (name.endsWith('.json')) return leaves(JSON.parse(text), '', false);
  if (!name.endsWith('.md')) return text.split('\n');
  const { matter, rest } = splitFrontMatter(text) ?? { matter: '', rest: text };
  const problems = new Problems();
  const root = readMarkdown(new SourceFile(name, text, problems), rest);
  if (!root) throw new Error(problems.sorted().map(print).join('\n'));
  return [...leaves(parseYaml(matter) ?? {}, '', false), ...nodeParts(root)];
}

/**
 * Compares the fixed parts of a file before and after an edit as multisets. `- part` was removed, and `+ part` was
 * added; a part with several missing or extra occurrences is listed with their number.
 */
export function partChanges(name: string, before: string, after: string): string[] {
  const counts = new Map<string, number>();
  for (const [text, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const part of text === '' ? [] : fixedParts(name, text)) counts.set(part, (counts.get(part) ?? 0) + sign);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([part, count]) => {
      const times = Math.abs(count);
      return `${count < 0 ? '-' : '+'} ${part}${times > 1 ? ` (${String(times)} times)` : ''}`;
    });
}
