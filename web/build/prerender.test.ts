import { expect, test } from 'vitest';
import { alternates } from './prerender';

const german = { language: 'de', name: 'Deutsch', href: '../de/labs/queueing.html' };
const english = { language: 'en', name: 'English', href: '../../labs/queueing.html' };

test('links to other languages are whole addresses, and absent without the site’s address', () => {
  const path = 'labs/queueing.html';
  expect(alternates('https://example.org/p/', { path, versions: [german] })).toBe(
    '<link rel="alternate" hreflang="de" href="https://example.org/p/de/labs/queueing.html">',
  );
  expect(alternates('https://example.org/p/de/', { path, versions: [english] })).toBe(
    '<link rel="alternate" hreflang="en" href="https://example.org/p/labs/queueing.html">',
  );
  expect(alternates(undefined, { path, versions: [german] })).toBe('');
  expect(alternates('https://example.org/p/', { path })).toBe('');
});
