import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  parse,
  wcagContrast,
} from 'culori';
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

const [light = '', dark = ''] = readFileSync(`${source}design/tokens.css`, 'utf8').split('@media');
const tokens = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]));

const colour = (written = ''): Color => {
  const parsed = parse(written);
  if (!parsed) throw new Error(`cannot read the color “${written}”`);
  return parsed;
};

/** The appearance of a color with normal vision and with each kind of color blindness. */
const eyes: Record<string, (colour: Color) => Color> = {
  full: (colour) => colour,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
  tritanopia: filterDeficiencyTrit(1),
};

test.each([
  ['light', tokens(light)],
  ['dark', { ...tokens(light), ...tokens(dark) }],
])('colours of series differ to eyes without one kind of cone, %s', (_, all) => {
  const series = [0, 1, 2, 3, 4, 5].map((s) => colour(all[`series-${s}`]));
  for (const one of series)
    for (const ground of ['paper', 'bench', 'sunk'])
      expect(wcagContrast(one, colour(all[ground])), `${formatHex(one)} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  const distance = differenceCiede2000();
  for (const [eye, seen] of Object.entries(eyes))
    for (const [s, one] of series.entries())
      for (const other of series.slice(0, s))
        expect(distance(seen(one), seen(other)), `${formatHex(one)} and ${formatHex(other)}, ${eye}`).toBeGreaterThan(
          9,
        );
});
