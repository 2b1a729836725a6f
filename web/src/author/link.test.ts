import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { assignmentLink } from '../classroom/link';
import type { Assignment } from '../classroom/format';
import { fragmentOf, stateIn, valueIn, withState } from '../state/address';
import { encode, LinkError } from '../state/code';
import { folderIn, hasLab, hostedLabIn, hostedLabLink, labLink, MAX_LINK_CHARS } from './link';
import type { Folder } from './folder';

const site = 'https://example.org/pathlength/';
const text = fc.string({ unit: 'binary', maxLength: 200 });
const folders: fc.Arbitrary<Folder> = fc.record({
  id: fc.constantFrom('my-lab', 'a1'),
  files: fc.dictionary(fc.constantFrom('lab.md', 'model.toml', 'data/one.csv', 'images/a.png'), text),
});
const assignment: Assignment = {
  lab: 'my-lab',
  lab_hash: 'sha256:0',
  engine: '0.1.0',
  questions: ['q1'],
  locked: {},
  seed: 'student',
};
const linkOf = (folder: Folder): string => labLink(site, folder) ?? 'too large';

describe('link of a lab', () => {
  test('returns every folder as it was', () => {
    fc.assert(
      fc.property(folders, (folder) => {
        expect(folderIn(linkOf(folder))).toEqual({ id: folder.id, files: { ...folder.files } });
      }),
    );
  });

  test('keeps the lab with an assignment, a state, and a place', () => {
    const folder: Folder = { id: 'my-lab', files: { 'lab.md': '# A & b' } };
    const link = assignmentLink(linkOf(folder), assignment);
    const moved = withState(link, encode({ settings: { names: 3 } }), 'step-2');
    expect(folderIn(moved)).toEqual(folder);
    expect(valueIn(moved, 'a')).toBe(valueIn(link, 'a'));
    expect(fragmentOf(moved)).toBe('#step-2');
    expect(withState(moved, undefined, '')).toBe(link);
    // A link within the page replaces the fragment, so the sources are passed separately.
    expect(withState(link.replace(/#.*/, '#step-2'), undefined, undefined, valueIn(link, 'lab'))).toBe(
      link.replace('#lab=', '#at=step-2&lab='),
    );
    expect(stateIn(link)).toBeUndefined();
    expect(fragmentOf(link)).toBe('');
  });

  test('leaves out what students must not see, and what a page does not need', () => {
    const files = { 'lab.md': 'text', 'notes.teacher.md': 'answers', 'sources.toml': 'inventory' };
    expect(folderIn(linkOf({ id: 'my-lab', files })).files).toEqual({ 'lab.md': 'text' });
  });

  test('does not exist for a lab that is too large', () => {
    // Bytes that do not compress, two digits each.
    const noise = createHash('shake256', { outputLength: MAX_LINK_CHARS }).update('text').digest('hex');
    const link = labLink(site, { id: 'my-lab', files: { 'lab.md': noise } });
    expect(link === undefined).toBe(true);
  });

  test('is refused when damaged or when it holds something else', () => {
    const link = linkOf({ id: 'my-lab', files: { 'lab.md': 'text' } });
    expect(() => folderIn(link.slice(0, -3))).toThrow('incomplete');
    for (const other of [
      null,
      [],
      {},
      { id: 'My Lab', files: {} },
      { id: 'my-lab', files: [1] },
      { id: 'my-lab', files: { '../lab.md': '' } },
      { id: 'my-lab', files: { 'lab.md': 1 } },
      { id: '__proto__', files: {} },
    ])
      expect(() => folderIn(`${site}lab.html#lab=${encode(other)}`)).toThrow(LinkError);
  });
});

describe('address of a lab', () => {
  test('stays in the link of an assignment', () => {
    const lab = new URL('https://example.com/a b/lab.json?x=1&a=2');
    const link = assignmentLink(hostedLabLink(site, lab), assignment);
    expect(hostedLabIn(link)?.href).toBe(lab.href);
    expect(valueIn(link, 'a')).toBe(encode(assignment));
    expect(hasLab(link)).toBe(false);
  });

  test.each([
    'http://example.com/lab.json',
    'javascript:alert(1)',
    'data:application/json,{}',
    'file:///lab.json',
    'x',
  ])('is refused unless a page may fetch it: %s', (address) => {
    expect(() => hostedLabIn(`${site}lab.html?src=${encodeURIComponent(address)}`)).toThrow(LinkError);
  });

  test('may be this computer, for trying a lab out', () => {
    expect(hostedLabIn(`${site}lab.html?src=http://localhost:8080/lab.json`)?.port).toBe('8080');
    expect(hostedLabIn(`${site}lab.html`)).toBeUndefined();
  });
});
