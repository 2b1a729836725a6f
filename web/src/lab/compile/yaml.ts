// YAML 1.2 with positions, without anchors, aliases, or tags.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { SourceFile } from './files.ts';
import type { Item } from './located.ts';
import type { SourcePosition } from './problems.ts';

/** Advice on errors whose standard messages only YAML experts understand. */
const advice: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: '; quote text that contains a colon, as in title: "One: two"',
  TAB_AS_INDENT: '; write spaces',
};

/** Reads YAML that begins at line `first` of the file; reports syntax errors. */
export function readYaml(source: SourceFile, text: string, first: number): Item | undefined {
  try {
    return read(source, text, first);
  } catch (error) {
    // Only extremely deep nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return source.error({ line: first, column: 1 }, 'the front matter is nested too deeply: use fewer levels');
  }
}

function read(source: SourceFile, text: string, first: number): Item | undefined {
  const lines = new LineCounter();
  const placeOf = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1) + first - 1, column: Math.max(col, 1) };
  };
  const document = parseDocument(text, { version: '1.2', lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [error] = [...document.errors, ...document.warnings];
  if (error) {
    const said = error.message.replaceAll('\n', ' ');
    source.error(placeOf(error.pos[0]), `${said}${advice[error.code] ?? ''}`);
    return undefined;
  }
  let good = true;
  const convert = (node: Node | null, near: SourcePosition): Item => {
    const place = node?.range ? placeOf(node.range[0]) : near;
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => {
        const keyPlace = placeOf((key as Node).range?.[0] ?? 0);
        return [String(key), { key: keyPlace, value: convert(value as Node | null, keyPlace) }] as const;
      });
      return { place, map: new Map(entries) };
    }
    if (isSeq(node)) return { place, list: node.items.map((each) => convert(each as Node | null, place)) };
    if (isAlias(node)) {
      source.error(place, 'write the value in full: labs do not support YAML anchors and aliases');
      good = false;
    }
    const value = isScalar(node) ? node.value : null;
    return { place, scalar: typeof value === 'bigint' ? Number(value) : (value as string | null) };
  };
  const item = convert(document.contents as Node | null, { line: first, column: 1 });
  return good ? item : undefined;
}
