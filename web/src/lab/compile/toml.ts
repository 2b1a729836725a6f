// TOML with positions: smol-toml parses the values, and a scan of the lines finds the positions of the keys.
import { parse, TomlError } from 'smol-toml';
import type { SourceFile } from './files.ts';
import type { Item } from './located.ts';
import { top, type SourcePosition } from './problems.ts';

/**
 * Returns the position of each key by path: `fields/1/name`. Keys of inline tables have the position of the table's
 * key.
 */
function places(text: string): Map<string, SourcePosition> {
  const found = new Map<string, SourcePosition>();
  const counts = new Map<string, number>();
  let prefix = '';
  text.split('\n').forEach((line, index) => {
    const [, indent = '', brackets = '', header] = /^(\s*)(\[\[?)\s*([\w.-]+|"[^"]*")\s*\]/.exec(line) ?? [];
    const [, margin = '', key] = /^(\s*)([\w-]+|"[^"]*")\s*=/.exec(line) ?? [];
    const name = (header ?? key)?.replaceAll('"', '').replaceAll('.', '/');
    if (name === undefined) return;
    if (brackets === '[[') {
      const at = counts.get(name) ?? 0;
      counts.set(name, at + 1);
      prefix = `${name}/${at}/`;
    } else if (brackets) prefix = `${name}/`;
    const path = header === undefined ? `${prefix}${name}` : prefix.slice(0, -1);
    if (!found.has(path))
      found.set(path, { line: index + 1, column: 1 + (header === undefined ? margin : indent).length });
  });
  return found;
}

/** Advice on the parser's messages, by the ends of the messages. */
const advices = [
  ['invalid value', ': put text in straight quotes, as in key = "text"'],
  ['control characters are not allowed in strings', ': end the text with a quote on the same line'],
  ['illegal character in numeric literal', ': write 1234.5, with a point and without separators'],
] as const;

/** Reads a TOML file; reports syntax errors. */
export function readToml(source: SourceFile): Item | undefined {
  let root: unknown;
  try {
    root = parse(source.text, { maxDepth: 20 });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [said = ''] = error.message.split('\n');
    const [, advice = ''] = advices.find(([end]) => said.endsWith(end)) ?? [];
    source.error({ line: error.line, column: error.column }, `${said}${advice}`);
    return undefined;
  }
  const found = places(source.text);
  const locate = (value: unknown, path: string, near: SourcePosition): Item => {
    const place = found.get(path) ?? near;
    const below = (key: string | number): string => (path === '' ? String(key) : `${path}/${key}`);
    if (Array.isArray(value)) return { place, list: value.map((each, at) => locate(each, below(at), place)) };
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      const entry = ([key, each]: [string, unknown]) => {
        const item = locate(each, below(key), place);
        return [key, { key: item.place, value: item }] as const;
      };
      return { place, map: new Map(Object.entries(value).map(entry)) };
    }
    return { place, scalar: value instanceof Date ? value.toISOString() : (value as string) };
  };
  return locate(root, '', top);
}
