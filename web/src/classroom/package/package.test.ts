import { DOMParser, onErrorStopParsing, type Document, type Element } from '@xmldom/xmldom';
import { gunzipSync, strFromU8, strToU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Assignment } from '../format';
import { standards, type Contents, type Standard } from '../platform/contents';
import { makePackage, makePage } from './package';

const lab = {
  html: `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src data:; worker-src blob:" /></head><body><p>&lt;/body></p></body>\n</html>\n`,
  title: 'Directories',
  summary: 'Which is faster?',
  address: 'https://example.org/labs/directories.html',
};
const assignment: Assignment = {
  lab: 'directories',
  lab_hash: 'sha256-00',
  engine: '0.1.0',
  questions: ['q1'],
  seed: 'student',
  title: `Week 3: <b> & "größer" ]]> 😀\u0000\u0007\ufffe`,
  pass: 2 / 3,
};

const every = Object.keys(standards) as Standard[];

/** Returns the files of a package. */
const unpacked = (standard: Standard, of: Assignment = assignment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(makePackage(standard, lab, of))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );

/** Parses the manifest of a package; throws an error if it is not well formed. */
const manifestOf = (standard: Standard, of?: Assignment): Document =>
  new DOMParser({ onError: onErrorStopParsing }).parseFromString(
    unpacked(standard, of)[standards[standard].manifest] ?? '',
    'text/xml',
  );
const all = (document: Document, name: string): Element[] => [...document.getElementsByTagName(name)];
const words = (document: Document, name: string): (string | null)[] =>
  all(document, name).map(({ textContent }) => textContent);
const children = (element: Element | null | undefined): string[] =>
  [...(element?.childNodes ?? [])].filter(({ nodeType }) => nodeType === 1).map(({ nodeName }) => nodeName);
const value = (element: Element | undefined, name: string): string => element?.getAttribute(name) ?? '';

describe.each(every)('package of %s', (standard) => {
  test('has the page and a manifest in the archive’s root', () => {
    expect(Object.keys(unpacked(standard)).sort()).toEqual([standards[standard].manifest, 'index.html'].sort());
  });

  test('holds the standard and the assignment in the page', () => {
    const page = unpacked(standard)['index.html'] ?? '';
    const [, packed = ''] =
      /<script type="text\/plain" data-file="package.json"[^>]*>([^<]*)<\/script>/.exec(page) ?? [];
    const contents = JSON.parse(strFromU8(gunzipSync(strToU8(atob(packed), true)))) as Contents;
    expect(contents).toEqual({ standard, assignment });
    expect(page.replace(/<script type="text\/plain" data-file="package.json".*?<\/script>\n {2}/, '')).toBe(
      standard === 'cmi5' ? lab.html.replace('connect-src data:', 'connect-src data: https: http:') : lab.html,
    );
  });

  test('has the title without characters that XML does not allow', () => {
    const titles = words(manifestOf(standard), standard === 'cmi5' ? 'title' : 'title').map((text) => text?.trim());
    expect(new Set(titles)).toEqual(new Set(['Week 3: <b> & "größer" ]]> 😀']));
  });

  test('has the same ids for the same assignment, and others for another', () => {
    const ids = (of: Assignment): string[] =>
      [...all(manifestOf(standard, of), '*')].flatMap(
        (element) => element.getAttribute('identifier') ?? element.getAttribute('id') ?? [],
      );
    const [first, again, other] = [assignment, { ...assignment }, { ...assignment, pass: 0.5 }].map(ids);
    expect(first).toEqual(again);
    expect(new Set(first).size).toBe(first?.length);
    expect(first?.some((id) => other?.includes(id))).toBe(false);
  });
});

describe.each(['scorm-1.2', 'scorm-2004'] as const)('manifest of %s', (standard) => {
  test('has the elements that the standard requires, in its order', () => {
    const document = manifestOf(standard);
    const root = document.documentElement;
    expect(root?.nodeName).toBe('manifest');
    expect(children(root)).toEqual(['metadata', 'organizations', 'resources']);
    expect(words(document, 'schema')).toEqual(['ADL SCORM']);
    expect(words(document, 'schemaversion')).toEqual([standard === 'scorm-1.2' ? '1.2' : '2004 4th Edition']);
  });

  test('leads from the organization to the page', () => {
    const document = manifestOf(standard);
    const [organization] = all(document, 'organization');
    const [item] = all(document, 'item');
    const [resource] = all(document, 'resource');
    expect(value(all(document, 'organizations')[0], 'default')).toBe(value(organization, 'identifier'));
    expect(value(item, 'identifierref')).toBe(value(resource, 'identifier'));
    expect(value(resource, 'href')).toBe('index.html');
    expect(value(all(document, 'file')[0], 'href')).toBe('index.html');
    expect(value(resource, 'type')).toBe('webcontent');
    // The versions of SCORM spell this attribute differently, and platforms look for the exact spelling.
    expect(value(resource, standard === 'scorm-1.2' ? 'adlcp:scormtype' : 'adlcp:scormType')).toBe('sco');
    for (const element of [organization, item, resource]) expect(value(element, 'identifier')).toMatch(/^[a-z][\w-]*$/);
  });
});

test('manifest of scorm-2004 leaves completion and success to the lab', () => {
  const [controls] = all(manifestOf('scorm-2004'), 'imsss:deliveryControls');
  expect([value(controls, 'completionSetByContent'), value(controls, 'objectiveSetByContent')]).toEqual([
    'true',
    'true',
  ]);
  expect(controls?.namespaceURI).toBe('http://www.imsglobal.org/xsd/imsss');
});

describe('manifest of cmi5', () => {
  test('has the elements of the course structure, in its order', () => {
    const document = manifestOf('cmi5');
    const root = document.documentElement;
    expect([root?.nodeName, root?.namespaceURI]).toEqual([
      'courseStructure',
      'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd',
    ]);
    expect(children(root)).toEqual(['course', 'au']);
    expect(children(all(document, 'course')[0])).toEqual(['title', 'description']);
    expect(children(all(document, 'au')[0])).toEqual(['title', 'description', 'url']);
    expect(words(document, 'url')).toEqual(['index.html']);
  });

  test('asks for a pass where there is a passing score, and for completion elsewhere', () => {
    const open = { ...assignment };
    delete open.pass;
    const asked = [assignment, open].map((of) => {
      const [unit] = all(manifestOf('cmi5', of), 'au');
      return [value(unit, 'moveOn'), value(unit, 'masteryScore')];
    });
    expect(asked).toEqual([
      ['Passed', '0.6667'],
      ['Completed', ''],
    ]);
  });
});

test('file for students holds the assignment without a standard, under the same policy', () => {
  const page = makePage(lab.html, assignment);
  const [element = '', packed = ''] =
    /<script type="text\/plain" data-file="package.json"[^>]*>([^<]*)<\/script>\n {2}/.exec(page) ?? [];
  expect(JSON.parse(strFromU8(gunzipSync(strToU8(atob(packed), true))))).toEqual({ assignment });
  expect(page.replace(element, '')).toBe(lab.html);
});

test('package is refused when the lab’s file is not as expected', () => {
  expect(() => makePackage('cmi5', { ...lab, html: '<body></body>' }, assignment)).toThrow('policy');
  expect(() => makePackage('scorm-1.2', { ...lab, html: 'Not found' }, assignment)).toThrow(
    'end of the lab’s file is missing',
  );
});
