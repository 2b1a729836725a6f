// Links to the model desk with changes to the fit: `desk:fix=NAME=VALUE&free=NAME&leverage=PERCENT`.
import type { Inline } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Lesson } from './lesson.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

/** The scheme of links to the model desk. */
export const deskScheme = 'desk';

const usage = 'write [text](desk:fix=NAME=VALUE), and join several of fix=NAME, free=NAME, and leverage=PERCENT with &';

/** Returns the reason why the desk cannot make a change; undefined if it can. */
function refusedChange({ parameters }: Lesson, key: string, change: string): string | undefined {
  if (key === 'leverage')
    return /^[1-9]\d?$/.test(change) ? undefined : `leverage=${change}: give a whole percentage from 1 to 99`;
  if (key !== 'fix' && key !== 'free') return `unknown change "${key}" for the model desk: ${usage}`;
  const [, name = '', value] = /^([^=]*)(?:=(.*))?$/.exec(change) ?? [];
  const parameter = parameters?.[name];
  if (parameters && !parameter) return `there is no parameter "${name}"${hint(name, Object.keys(parameters))}`;
  if (key === 'free') {
    if (value !== undefined) return `free=${change}: a free parameter has no value`;
    return parameter?.provenance === 'fitted' ? `${name} is fitted already: remove free=${name}` : undefined;
  }
  if (value === undefined || (value.trim() !== '' && Number.isFinite(Number(value)))) return undefined;
  return `fix=${change}: "${value}" is not a number`;
}

/** Reads a link to the model desk; undefined for any other link. */
export function readDeskLink(
  lesson: Lesson,
  source: SourceFile,
  { url, inlines, place }: { url: string; inlines: Inline[]; place: SourcePosition },
): Inline | undefined {
  if (!url.startsWith(`${deskScheme}:`)) return undefined;
  const changes = new URLSearchParams(url.slice(deskScheme.length + 1));
  if (changes.size === 0) source.error(place, `the link has no changes: ${usage}`);
  for (const [key, change] of changes) {
    const refused = refusedChange(lesson, key, change);
    if (refused !== undefined) source.error(place, refused);
  }
  // Translated labs are in a subfolder; the desk is not.
  const root = lesson.language === 'en' ? '..' : '../..';
  return { kind: 'link', href: `${root}/desk.html#lab=${lesson.id}&${changes.toString()}`, text: inlines };
}
