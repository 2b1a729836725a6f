// The manifest that ships with the element says what the element has, and nothing else.
import { beforeAll, expect, test, vi } from 'vitest';
import manifest from './custom-elements.json';
import { attributes } from './attributes';
import { views } from './views';

let Element: CustomElementConstructor & { observedAttributes: readonly string[] };
beforeAll(async () => {
  vi.stubGlobal('HTMLElement', Object);
  const { elementClass } = await import('./element');
  Element = elementClass('', '') as typeof Element;
});

const [{ attributes: said = [], members = [] } = {}] = manifest.modules.flatMap(({ declarations }) => declarations);
const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort();

test('the manifest names each attribute that the element looks at', () => {
  expect(names(said)).toEqual([...Element.observedAttributes].sort());
  expect(said.find(({ name }) => name === 'view')?.type.text).toBe(views.map((view) => `"${view}"`).join(' | '));
});

test('the manifest names each property and method that scripts may use', () => {
  const own = Object.getOwnPropertyNames(Element.prototype).filter(
    (name) => !/Callback$|^constructor$/.test(name) && !(attributes as readonly string[]).includes(name),
  );
  expect(names(members)).toEqual(own.sort());
});
