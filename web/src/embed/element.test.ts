// The manifest that ships with the element lists its interface, and nothing else.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import manifest from './custom-elements.json';
import { attributes } from './attributes';
import { views } from './views';

let Element: CustomElementConstructor & { observedAttributes: readonly string[] };
beforeAll(async () => {
  vi.stubGlobal('HTMLElement', Object);
  const { createElementClass } = await import('./element');
  Element = createElementClass({ live: '', style: '', home: '' }) as typeof Element;
});

const [{ attributes: listed = [], members = [] } = {}] = manifest.modules.flatMap(({ declarations }) => declarations);
const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort();

describe('manifest', () => {
  test('names each attribute that the element observes', () => {
    expect(names(listed)).toEqual([...Element.observedAttributes].sort());
    expect(listed.find(({ name }) => name === 'view')?.type.text).toBe(views.map((view) => `"${view}"`).join(' | '));
  });

  test('names each property and method that scripts may use', () => {
    const own = Object.getOwnPropertyNames(Element.prototype).filter(
      (name) => !/Callback$|^constructor$/.test(name) && !(attributes as readonly string[]).includes(name),
    );
    expect(names(members)).toEqual(own.sort());
  });
});
