import { expect, test } from 'vitest';
import { htmlOf } from './document';

test('document has its title apart, and ids for its headings', () => {
  const { title, html } = htmlOf('# Write a lab\n\n## 1. The `head` & more\n\nText.\n', {});
  expect(title).toBe('Write a lab');
  expect(html.trim()).toBe('<h2 id="1-the-head--more">1. The <code>head</code> &amp; more</h2>\n<p>Text.</p>');
});

test('links lead to the pages of other documents', () => {
  const { html } = htmlOf('# A\n\n[b](B.md#part), [c](#c), [d](https://example.org/)\n', { 'B.md': '../b.html' });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    '../b.html#part',
    '#c',
    'https://example.org/',
  ]);
});

test('link to a file without a page is refused', () => {
  expect(() => htmlOf('# A\n\n[code](../engine/lib.rs)\n', {})).toThrow('A links to ../engine/lib.rs');
});

test('document without a title is refused', () => {
  expect(() => htmlOf('', {})).toThrow('does not begin with a title');
});

test('HTML in a document is text', () => {
  expect(htmlOf('# A\n\n<script>alert(1)</script>\n', {}).html).not.toContain('<script');
});

test('tables have different names', () => {
  const table = '| a |\n| --- |\n| b |\n';
  expect(htmlOf(`# A\n\n${table}\nText.\n\n${table}`, {}).html.match(/aria-label="[^"]*"/g)).toEqual([
    'aria-label="Table 1"',
    'aria-label="Table 2"',
  ]);
});
