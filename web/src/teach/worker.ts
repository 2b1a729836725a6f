import { openGrading, openLab, panic, type GradedCourse, type Grading } from '../engine/grading';
import { serve, type ChunkedTask } from '../engine/serve';
import { envelopeFormat } from '../classroom/envelope';
import type { Submission } from '../classroom/format';
import { decrypt, type EncryptedMessage } from '../classroom/hpke';
import { labFile } from '../lab/published';
import type { Lab } from '../lab/types';
import type { PrivateKey } from '../classroom/key';
import { fromBase64url } from '../state/base64url';
import { canonicalJson } from '../state/canonical';
import type { GradedClass, Grader } from './grader';
import type { OwnLab } from './own-lab';
import type { CourseTable, PredictionText, QuestionDetail, Report } from './report';
import { limits, Unpacker } from './unpack';

let grading: Promise<Grading> | undefined;
/** The classes that were graded: one, or one for each assignment of a course. */
let books: Grading[] = [];
let courseTitles: readonly string[] = [];
const opened = (): Promise<Grading> => (grading ??= openGrading());
const unpacker = new Unpacker();

/** Fetches a lab of the site by an untrusted id; undefined if the site has no lab with this id. */
async function publishedFile(id: string): Promise<Uint8Array | undefined> {
  if (!/^[\w-]{1,100}$/.test(id)) return undefined;
  const response = await fetch(labFile(id));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`the lab ${id} could not be loaded: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

const reportOf = (book: Grading): Report => JSON.parse(book.toJson()) as Report;

function* gradeAll(labs: readonly Lab[][]): ChunkedTask<GradedClass[]> {
  const all = books.reduce((sum, { length }) => sum + length, 0);
  let done = 0;
  for (const book of books) {
    for (let at = 0; at < book.length; at++) {
      book.grade(at);
      yield ++done / all;
    }
    book.compare();
  }
  return books.map((book, at) => ({ report: reportOf(book), labs: labs[at] ?? [] }));
}

type OwnFile = Pick<OwnLab, 'id' | 'file'> | undefined;

/** Opens the labs that a class needs. */
async function openLabs(book: Grading, own: OwnFile, isSet: boolean): Promise<Lab[]> {
  const labs: Lab[] = [];
  const ids = book.labs();
  if (own && ids.length > 0 && !ids.includes(own.id)) {
    const others = ids.map((id) => `“${id}”`).join(', ');
    throw new Error(`your lab is “${own.id}”, and these files are for ${others}: add the lab of the assignment`);
  }
  for (const id of ids) {
    const file = own?.id === id ? new TextEncoder().encode(own.file) : await publishedFile(id);
    if (file) {
      const lab = JSON.parse(new TextDecoder().decode(file)) as Lab;
      await openLab(book, file, lab);
      labs.push(lab);
    } else if (isSet) throw new Error(`the assignment’s lab “${id}” is not on this site: add it as your own lab`);
  }
  return labs;
}

function* predictionsIn(book: Grading, ids: readonly string[]): ChunkedTask<PredictionText[]> {
  const found: PredictionText[] = [];
  const count = book.length;
  for (let at = 0; at < count; at++) {
    for (const { id, answers } of JSON.parse(book.detail(at)) as QuestionDetail[])
      if (answers[0] && ids.includes(id)) found.push({ at, id, text: answers[0].text });
    yield (at + 1) / count;
  }
  return found;
}

/** Calls `use` with a table of all assignments of the course, and then frees the table. */
async function useCourse<T>(use: (course: GradedCourse) => T): Promise<T> {
  const course = (await opened()).courseTable();
  try {
    for (const [part, title] of courseTitles.entries()) course.add(title, bookOf(part));
    return use(course);
  } finally {
    course.free();
  }
}

/**
 * Decrypts a file with the key that has the point `wanted`: returns the key, if there is one, and the content, if it is
 * intact.
 */
async function decrypted(
  keys: readonly PrivateKey[],
  wanted: string,
  sealed: EncryptedMessage,
): Promise<{ own: PrivateKey | undefined; content: Uint8Array | undefined }> {
  const own = keys.find(({ point }) => point === wanted);
  return { own, content: own && (await decrypt(own.key, fromBase64url(own.point), envelopeFormat, sealed)) };
}

/** Returns the text of a submission, which may be encrypted. */
async function submissionText(bytes: Uint8Array, keys: readonly PrivateKey[]): Promise<string> {
  const text = new TextDecoder().decode(bytes);
  const { enc, ciphertext, ...header } = JSON.parse(text) as Record<string, string>;
  if (header['format'] !== envelopeFormat) return text;
  const message = { enc: fromBase64url(enc ?? ''), ciphertext: fromBase64url(ciphertext ?? '') };
  const sealed = { ...message, header: canonicalJson(header) };
  const { own, content } = await decrypted(keys, header['key'] ?? '', sealed);
  if (!own) throw new Error('its key is missing, so add the key and grade again');
  if (!content) throw new Error('the file is damaged, so it cannot be decrypted');
  return new TextDecoder().decode(content);
}

function bookOf(part: number): Grading {
  const book = books[part];
  if (!book) throw new Error('there is no such class');
  return book;
}

serve<Grader>(
  Promise.resolve({
    async add(path, file) {
      const book = await opened();
      if (file.size > limits.totalBytes) {
        book.addUnreadable(path, 'it is larger than 512 MB');
        return;
      }
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch {
        book.addUnreadable(path, 'the browser cannot read it, perhaps because it was moved, renamed, or locked');
        return;
      }
      for (const found of unpacker.unpack(path, bytes)) {
        if ('bytes' in found) book.add(found.path, found.bytes);
        else if (found.broken) book.addUnreadable(found.path, found.reason);
        else book.skip(found.path, found.reason);
      }
    },
    async open(keys) {
      const book = await opened();
      for (const closed of book.closed()) {
        const { at } = closed;
        const { own, content } = await decrypted(keys, closed.key, closed);
        if (own) book.open(at, content);
        else
          book.keepClosed(
            at,
            keys.map(({ id }) => id),
          );
        closed.free();
      }
    },
    async grade(assignment, roster, own) {
      const book = await opened();
      book.sort();
      if (roster !== undefined) book.setRoster(roster);
      if (assignment !== undefined) book.setAssignment(assignment);
      books = [book];
      const undecided = book.undecided();
      if (undecided !== undefined) return [{ undecided, report: reportOf(book), labs: [] }];
      return gradeAll([await openLabs(book, own, assignment !== undefined)]);
    },
    async gradeCourse(course, roster) {
      const book = await opened();
      book.sort();
      if (roster !== undefined) book.setRoster(roster);
      courseTitles = course.map(({ title }) => title);
      books = book.split(course.map(({ assignment }) => assignment));
      const labs: Lab[][] = [];
      for (const [at, part] of books.entries()) labs.push(await openLabs(part, course[at]?.own, true));
      // The files that belong to no assignment cannot be graded.
      books.push(book);
      return gradeAll(labs);
    },
    async submission(name, path, file, keys) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      for (const found of new Unpacker().unpack(path, bytes))
        if (found.path === name && 'bytes' in found)
          return JSON.parse(await submissionText(found.bytes, keys)) as Submission;
      throw new Error('its file was changed, so grade again');
    },
    detail: (part, at) => JSON.parse(bookOf(part).detail(at)) as QuestionDetail[],
    predictions: (part, ids) => predictionsIn(bookOf(part), ids),
    gradebook(part, format) {
      const book = bookOf(part);
      if (format === 'csv') return book.toCsv();
      if (format === 'canvas') return book.toCanvas();
      return format === 'moodle' ? book.toMoodle() : book.toJson();
    },
    courseTable: () => useCourse((course) => JSON.parse(course.toJson()) as CourseTable),
    courseGradebook: (format) =>
      useCourse((course) => {
        if (format === 'canvas') return course.toCanvas();
        return format === 'moodle' ? course.toMoodle() : course.toCsv();
      }),
  }),
  panic,
);
