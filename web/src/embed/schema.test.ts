// The page's own check of the lab schema, compared with the reference validator.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileLab } from '../../build/lab';
import { checkExternalLab } from '../lab/external-lab';
import { findMismatch } from '../lab/schema';

const at = (path: string): string => new URL(`../../../${path}`, import.meta.url).pathname;
const schema = JSON.parse(readFileSync(at('labs/schema/lab.schema.json'), 'utf8')) as object;
const reference = new Ajv2020({ strict: false }).compile(schema);
const labs = await Promise.all(
  readdirSync(at('labs'))
    .filter((id) => existsSync(at(`labs/${id}/lab.md`)))
    .map(async (id) => JSON.parse(JSON.stringify(await compileLab(at(`labs/${id}`)))) as Record<string, unknown>),
);

/** Returns every member inside a value, as its key and the object or array that contains it. */
function members(value: unknown, found: [object, string][] = []): [object, string][] {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push([value, key]);
    members(inner, found);
  }
  return found;
}

test('each published lab matches the schema and passes as an external lab', () => {
  for (const lab of labs) {
    expect(findMismatch(schema, lab)).toBeUndefined();
    expect(checkExternalLab(lab).steps.length).toBeGreaterThan(0);
  }
});

describe('lab with one member changed', () => {
  const changed = fc.constantFrom<unknown>(null, 0, -1, 1.5, '', 'x', true, [], {}, undefined, ['x'], { kind: 'text' });
  // The smallest lab, which still has all the features of the other labs.
  const smallest = labs.reduce((a, b) => (JSON.stringify(a).length < JSON.stringify(b).length ? a : b));
  const mutation = fc.tuple(fc.nat(), changed);

  test('is refused exactly when the reference validator refuses it', () => {
    fc.assert(
      fc.property(mutation, ([where, value]) => {
        const lab = structuredClone(smallest);
        const all = members(lab);
        const [holder, key] = all[where % all.length] as [object, string];
        Object.assign(holder, { [key]: value });
        const written = JSON.parse(JSON.stringify(lab)) as object;
        expect(findMismatch(schema, written) === undefined).toBe(reference(written));
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('external lab', () => {
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
  ])('is refused when a link leads to %j', (href) => {
    expect(() => checkExternalLab({ ...lab, introduction: paragraph(href) })).toThrow('has a forbidden address');
  });

  test('is refused when an image is on another origin', () => {
    const image = { kind: 'image', src: 'https://example.org/x.png', alt: 'x' };
    expect(() => checkExternalLab({ ...lab, introduction: [image] })).toThrow('has a forbidden address');
  });

  test('is refused when it is nested too deeply', () => {
    for (const times of [25, 3000]) {
      let deep: object[] = [{ kind: 'nothing' }];
      // The nested key comes first, so that the kind is not known yet.
      for (let depth = 0; depth < times; depth++) deep = [{ blocks: deep, kind: depth % 2 ? 'quote' : 'note' }];
      expect(() => checkExternalLab({ ...lab, introduction: deep })).toThrow('is invalid: compile the lab again');
    }
  });

  test('is refused with a sentence when it is any other value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => checkExternalLab(value)).toThrow('compile the lab again');
      }),
      { numRuns: 100 },
    );
  });
});
