import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));

test('style sheets never use `text-wrap: pretty`, which crashes WebKit on some paragraphs', () => {
  const styled = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(css|svelte)$/.test(path),
  );
  expect(styled.length).toBeGreaterThan(100);
  const pretty = /text-wrap(-style)?:[^;}]*\bpretty\b/;
  expect(styled.filter((path) => pretty.test(readFileSync(source + path, 'utf8')))).toEqual([]);
});
