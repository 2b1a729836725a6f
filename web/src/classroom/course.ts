// A course: labs in order, each with its assignment. The teacher writes the course as a small TOML file.
import { parse, TomlError } from 'smol-toml';
import { labPath } from '../lab/pages';
import { decode, LinkError } from '../state/code';
import { keys, valueIn } from '../state/address';
import { NoAssignment, readAssignment } from './assignment';
import type { Assignment } from './format';

/** The reason why a course cannot be read: a sentence without its full stop. */
export class CourseError extends Error {
  override name = 'CourseError';
}

export interface CourseLab {
  title: string;
  description: string;
  /** The address of the lab, with its assignment if there is one. */
  address: string;
  assignment?: Assignment;
}

export interface Course {
  title: string;
  description: string;
  labs: CourseLab[];
}

/** The maximum size of a course's file, in bytes, and its maximum number of labs. */
export const MAX_COURSE_BYTES = 1_000_000;
const MAX_LABS = 100;

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a field; empty if the field is missing. */
function text(table: Record<string, unknown>, name: string, where: string): string {
  const value = table[name] ?? '';
  if (typeof value !== 'string') throw new CourseError(`${where}: write “${name}” as text in quotes`);
  return value.trim();
}

function refuseUnknown(table: Record<string, unknown>, known: readonly string[], where: string): void {
  const unknown = Object.keys(table).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CourseError(`${where} has an unknown field, “${unknown}”: use one of ${known.join(', ')}`);
}

/** Returns a link that pages may follow: a web address, never a script. */
function webAddress(link: string, where: string): URL {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new CourseError(`${where} has the invalid link “${link.slice(0, 60)}”: begin the link with “https:”`);
}

function assignmentIn(link: string, where: string): Assignment {
  try {
    return readAssignment(decode(valueIn(link, keys.assignment) ?? link));
  } catch (error) {
    if (!(error instanceof NoAssignment || error instanceof LinkError)) throw error;
    throw new CourseError(`The assignment of ${where} cannot be used: ${error.message}`);
  }
}

/** Reads one lab; `labs` are the labs of the site, whose root is `root`. */
function readLab(value: unknown, at: number, labs: ReadonlyMap<string, string>, root: string): CourseLab {
  const where = `Lab ${at + 1}`;
  if (!isTable(value)) throw new CourseError(`${where} must be a table: write [[lab]]`);
  refuseUnknown(value, ['lab', 'title', 'description', 'assignment'], where);
  const [lab, link] = [text(value, 'lab', where), text(value, 'assignment', where)];
  const assignment = link === '' ? undefined : assignmentIn(link, where);
  const isLink = link.includes('/');
  const id = lab || (isLink ? '' : (assignment?.lab ?? ''));
  if (!isLink && id === '')
    throw new CourseError(`${where}: give “lab” (the id or link of a lab) or “assignment” (an assignment’s link)`);
  const isPublished = labs.has(id);
  if (!isLink && !isPublished && !id.includes('/'))
    throw new CourseError(
      `${where} names “${id}”, which is not a lab of this site: use ${[...labs.keys()].join(', ')}, or a link`,
    );
  const page = isLink ? webAddress(link, where) : isPublished ? new URL(labPath(id), root) : webAddress(id, where);
  if (!isLink && link !== '') page.searchParams.set(keys.assignment, valueIn(link, keys.assignment) ?? link);
  return {
    title: text(value, 'title', where) || (assignment?.title ?? labs.get(assignment?.lab ?? id) ?? where),
    description: text(value, 'description', where),
    address: page.href,
    ...(assignment && { assignment }),
  };
}

/**
 * Reads a course from untrusted TOML.
 *
 * @throws {CourseError} If the course cannot be read.
 */
export function readCourse(toml: string, labs: readonly { id: string; title: string }[], root: string): Course {
  let table: Record<string, unknown>;
  try {
    table = parse(toml);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw new CourseError(`Line ${error.line} is not valid TOML: ${reason}`);
  }
  refuseUnknown(table, ['title', 'description', 'lab'], 'The course');
  const listed = table['lab'];
  if (!Array.isArray(listed) || listed.length === 0)
    throw new CourseError('The course has no labs: add one with [[lab]]');
  if (listed.length > MAX_LABS)
    throw new CourseError(`The course has more than ${MAX_LABS} labs: split it into several courses`);
  const known = new Map(labs.map(({ id, title }) => [id, title]));
  return {
    title: text(table, 'title', 'The course') || 'Course',
    description: text(table, 'description', 'The course'),
    labs: listed.map((one, at) => readLab(one, at, known, root)),
  };
}

/** Fetches the text of a course's file, without credentials. */
export async function fetchCourse(url: URL): Promise<string> {
  const where = `${url.origin}${url.pathname}`;
  const response = await fetch(url, { credentials: 'omit' }).catch(() => {
    const help =
      'Check the address. The server must also allow other sites to read the file (header Access-Control-Allow-Origin)';
    throw new CourseError(`${where} could not be fetched. ${help}`);
  });
  if (!response.ok) throw new CourseError(`The server returned no course for ${where}: check the address`);
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MAX_COURSE_BYTES)
    throw new CourseError(`The course at ${where} is larger than 1 MB: give the address of a smaller file`);
  return new TextDecoder().decode(bytes);
}
