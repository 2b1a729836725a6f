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
  /** The names of the style sheets that the component fetches. */
  fetches: [...text.matchAll(/from '[./\w-]*\/([\w-]+\.css)\?url'/g)].map(([, name]) => name),
  classes: new Set([...text.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(/\s+/) ?? [])),
}));

/** Returns the selectors of a sheet's outermost rules, including those inside conditions such as `@media`. */
function selectorsOf(sheet: string): string[] {
  const selectors: string[] = [];
  // For each open brace, whether it belongs to a condition.
  const open: boolean[] = [];
  for (const [, before = '', brace] of sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') open.pop();
    if (brace !== '{') continue;
    const condition = before.trim().startsWith('@');
    // A comma inside brackets does not separate selectors.
    if (!condition && open.every(Boolean)) selectors.push(...before.split(/,(?![^(]*\))/).map((one) => one.trim()));
    open.push(condition);
  }
  return selectors;
}

/** Returns the components that use a selector's first class without fetching its sheet. */
function componentsWithout(sheet: string, selector: string): string[] {
  const root = /^(?::where\()?\.([\w-]+)/.exec(selector)?.[1];
  if (root === undefined) return ['every page'];
  return components
    .filter(({ classes, fetches }) => classes.has(root) && !fetches.includes(sheet.replace(/^.*\//, '')))
    .map(({ path }) => path);
}

test('selectors are found in conditions, lists, and nested rules', () => {
  const sheet = '/* .no { */ .a, .b:is(p, li) { .in { top: 0; } &.on { top: 0 } } @media (x: 1) { .c > d { top: 0 } }';
  expect(selectorsOf(sheet)).toEqual(['.a', '.b:is(p, li)', '.c > d']);
});

describe('style sheet of a view', () => {
  // A view's sheet stays on the page together with everything else.
  test.each(views)('matches nothing outside the view: %s', (path, text) => {
    const selectors = selectorsOf(text);
    expect(selectors.length).toBeGreaterThan(0);
    expect(
      selectors.flatMap((selector) => componentsWithout(path, selector).map((where) => `${selector} in ${where}`)),
    ).toEqual([]);
  });
});
