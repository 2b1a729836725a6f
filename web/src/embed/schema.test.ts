// The schema of labs as a page reads it, beside the reference reader of schemas.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileLab } from '../../build/lab';
import { foreignLab } from './foreign';
import { findMismatch } from '../lab/schema';

const at = (path: string): string => new URL(`../../../${path}`, import.meta.url).pathname;
const schema = JSON.parse(readFileSync(at('labs/schema/lab.schema.json'), 'utf8')) as object;
const reference = new Ajv2020({ strict: false }).compile(schema);
const labs = await Promise.all(
  readdirSync(at('labs'))
    .filter((id) => existsSync(at(`labs/${id}/lab.md`)))
    .map(async (id) => JSON.parse(JSON.stringify(await compileLab(at(`labs/${id}`)))) as Record<string, unknown>),
);

/** Every place in a value, as the object or array that holds it and the key. */
function places(value: unknown, found: [object, string][] = []): [object, string][] {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push([value, key]);
    places(inner, found);
  }
  return found;
}

test('every lab is as the schema has it, and may come from elsewhere', () => {
  for (const lab of labs) {
    expect(findMismatch(schema, lab)).toBeUndefined();
    expect(foreignLab(lab).steps.length).toBeGreaterThan(0);
  }
});

describe('a lab with one thing changed', () => {
  const changed = fc.constantFrom<unknown>(null, 0, -1, 1.5, '', 'x', true, [], {}, undefined, ['x'], { kind: 'text' });
  // The shortest, which has everything that the others have.
  const shortest = labs.reduce((a, b) => (JSON.stringify(a).length < JSON.stringify(b).length ? a : b));
  const mutation = fc.tuple(fc.nat(), changed);

  test('is refused exactly where the reference refuses it', () => {
    fc.assert(
      fc.property(mutation, ([where, value]) => {
        const lab = structuredClone(shortest);
        const all = places(lab);
        const [holder, key] = all[where % all.length] as [object, string];
        Object.assign(holder, { [key]: value });
        const written = JSON.parse(JSON.stringify(lab)) as object;
        expect(findMismatch(schema, written) === undefined).toBe(reference(written));
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('a lab from elsewhere', () => {
  const [lab] = labs as [Record<string, unknown>];
  const paragraph = (href: string) => [
    { kind: 'paragraph', text: [{ kind: 'link', href, text: [{ kind: 'text', text: 'here' }] }] },
  ];

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'JaVaScRiPt:alert(1)',
    '//example.org/',
    'java\tscript:x',
  ])('may not lead to %j', (href) => {
    expect(() => foreignLab({ ...lab, introduction: paragraph(href) })).toThrow('may not lead to');
  });

  test('may not fetch pictures from elsewhere', () => {
    const image = { kind: 'image', src: 'https://example.org/x.png', alt: 'x' };
    expect(() => foreignLab({ ...lab, introduction: [image] })).toThrow('may not lead to');
  });

  test('that is nested without end is refused and not followed', () => {
    for (const times of [25, 3000]) {
      let deep: object[] = [{ kind: 'nothing' }];
      // The key that is looked into comes first, so that no kind is known before.
      for (let depth = 0; depth < times; depth++) deep = [{ blocks: deep, kind: depth % 2 ? 'quote' : 'note' }];
      expect(() => foreignLab({ ...lab, introduction: deep })).toThrow('is not as labs have it');
    }
  });

  test('that is anything else is refused with a sentence', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => foreignLab(value)).toThrow('compile the lab again');
      }),
      { numRuns: 100 },
    );
  });
});
