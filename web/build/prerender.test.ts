import { expect, test } from 'vitest';
import { alternates } from './prerender.ts';

const german = { language: 'de', name: 'Deutsch', href: '../de/labs/queueing.html' };
const english = { language: 'en', name: 'English', href: '../../labs/queueing.html' };

test('links to languages are whole addresses, and absent without the site’s address', () => {
  const path = 'labs/queueing.html';
  const links =
    '<link rel="alternate" hreflang="en" href="https://example.org/p/labs/queueing.html">' +
    '<link rel="alternate" hreflang="de" href="https://example.org/p/de/labs/queueing.html">';
  expect(alternates('https://example.org/p/', 'en', { path, versions: [german] })).toBe(links);
  // The page in the other language links to the same pages.
  const other = alternates('https://example.org/p/de/', 'de', { path, versions: [english] });
  expect(other).toHaveLength(links.length);
  for (const link of links.match(/<[^>]+>/g) ?? []) expect(other).toContain(link);
  expect(alternates(undefined, 'en', { path, versions: [german] })).toBe('');
  expect(alternates('https://example.org/p/', 'en', { path })).toBe('');
});
