import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));
const files = (suffix: string): [path: string, text: string][] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(suffix))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(source + path, 'utf8')]);

const views = files('.css').filter(([path]) => path.startsWith('views/'));
const components = files('.svelte').map(([path, text]) => ({
  path,
  /** The sheets that it fetches, by their names. */
  fetches: [...text.matchAll(/from '[./\w-]*\/([\w-]+\.css)\?url'/g)].map(([, name]) => name),
  classes: new Set([...text.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(/\s+/) ?? [])),
}));

/** The selectors of a sheet's outermost rules, those in conditions such as `@media` among them. */
function selectorsOf(sheet: string): string[] {
  const selectors: string[] = [];
  // For each open brace, whether it belongs to a condition.
  const open: boolean[] = [];
  for (const [, before = '', brace] of sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') open.pop();
    if (brace !== '{') continue;
    const condition = before.trim().startsWith('@');
    // A comma inside brackets separates no selectors.
    if (!condition && open.every(Boolean)) selectors.push(...before.split(/,(?![^(]*\))/).map((one) => one.trim()));
    open.push(condition);
  }
  return selectors;
}

/** The components that wear the first class of a selector without fetching the sheet that it is in. */
function strangers(sheet: string, selector: string): string[] {
  const root = /^(?::where\()?\.([\w-]+)/.exec(selector)?.[1];
  if (root === undefined) return ['every page'];
  return components
    .filter(({ classes, fetches }) => classes.has(root) && !fetches.includes(sheet.replace(/^.*\//, '')))
    .map(({ path }) => path);
}

test('selectors are read out of conditions, lists and nests', () => {
  const sheet = '/* .no { */ .a, .b:is(p, li) { .in { top: 0; } &.on { top: 0 } } @media (x: 1) { .c > d { top: 0 } }';
  expect(selectorsOf(sheet)).toEqual(['.a', '.b:is(p, li)', '.c > d']);
});

describe('the sheet of a view', () => {
  // A view's sheet stays on the page, beside everything else that is there.
  test.each(views)('matches nothing outside of the view: %s', (path, text) => {
    const selectors = selectorsOf(text);
    expect(selectors.length).toBeGreaterThan(0);
    expect(
      selectors.flatMap((selector) => strangers(path, selector).map((where) => `${selector} in ${where}`)),
    ).toEqual([]);
  });
});
