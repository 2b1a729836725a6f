import { expect, test } from 'vitest';
import { versionsFile } from './versions.mjs';

test('versions are listed once, this one first, with the addresses where they stay', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## [0.2.0] - 2027-01-01\n\n## 0.1.0\n';
  expect(JSON.parse(versionsFile('0.2.0', changelog))).toEqual({
    latest: '0.2.0',
    versions: [
      { version: '0.2.0', path: 'v/0.2.0/' },
      { version: '0.1.0', path: 'v/0.1.0/' },
    ],
  });
});
