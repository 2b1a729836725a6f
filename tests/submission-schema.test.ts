// The published schema of submissions accepts everything that the page writes and rejects everything that the engine
// refuses to read.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const validator = (name: string) =>
  new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(read(`../engine/cli/src/${name}.schema.json`)) as object,
  );
const validate = validator('submission');
const validateEnvelope = validator('envelope');
const bob = (): Record<string, unknown> => JSON.parse(read('submissions/class/bob.json')) as Record<string, unknown>;

test.each(['ada', 'bob', 'claims', 'formula', 'other-engine', 'reordered'])('schema accepts %s.json', (name) => {
  expect(validate(JSON.parse(read(`submissions/class/${name}.json`))), JSON.stringify(validate.errors)).toBe(true);
});

test.each<[string, (file: Record<string, unknown>) => void]>([
  ['an unknown field', (file) => (file['more'] = 1)],
  ['a missing field', (file) => delete file['seed']],
  ['another format', (file) => (file['format'] = 'pathlength-submission/2')],
  ['an unknown event', (file) => (file['events'] = [{ t: 0, k: 'cheat' }])],
  ['an event without a time', (file) => (file['events'] = [{ k: 'open' }])],
])('schema refuses %s', (_, change) => {
  const file = bob();
  change(file);
  expect(validate(file)).toBe(false);
});

test.each(['of-engine', 'of-page'])(
  'schema of envelopes accepts an encrypted submission %s and refuses a readable one',
  (name) => {
    expect(validateEnvelope(JSON.parse(read(`submissions/encrypted/${name}.envelope.json`)))).toBe(true);
    expect(validateEnvelope(bob())).toBe(false);
  },
);
