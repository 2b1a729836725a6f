// A lab from an address that a page names, or from a file, is untrusted: it is checked against the lab schema before it
// is used.
import schema from '../../../labs/schema/lab.schema.json';
import { modelMarks } from '../charts/registry';
import { allBlocks } from './blocks';
import { commandOf } from './commands';
import { refusedImage, refusedLink } from './compile/addresses';
import { findMismatch } from './schema';
import type { Lab } from './types';

/** Fields that the compiler always writes and the schema leaves optional. */
const defaults: Partial<Lab> = { summary: '', sources: {}, start: {}, series: {}, introduction: [], steps: [] };

/** Collects the addresses of links and images; links that change the display have no address. */
function collectAddresses(value: unknown, found: { links: string[]; images: string[] }): typeof found {
  if (value === null || typeof value !== 'object') return found;
  const { href, url, kind, src } = value as Record<string, unknown>;
  if (typeof href === 'string' && !commandOf(href)) found.links.push(href);
  if (typeof url === 'string') found.links.push(url);
  if (kind === 'image' && typeof src === 'string') found.images.push(src);
  for (const inner of Object.values(value)) collectAddresses(inner, found);
  return found;
}

/**
 * Checks the parsed data of a file and returns it as a lab.
 *
 * @throws {Error} If the data is not a lab; the message names the problem and the repair.
 */
export function checkExternalLab(data: unknown): Lab {
  const place = findMismatch(schema, data);
  if (place !== undefined) throw new Error(`${place} is invalid: compile the lab again with npm run labs -- compile`);
  const lab = { ...defaults, ...(data as Lab) };
  const { links, images } = collectAddresses(lab, { links: [], images: [] });
  const bad = links.find((link) => refusedLink(link)) ?? images.find((image) => refusedImage(image));
  if (bad !== undefined)
    throw new Error(
      `a link or image has a forbidden address, ${bad.slice(0, 100)}: compile the lab again with npm run labs -- compile`,
    );
  for (const { rows = [], fields, cells = [], id } of lab.tables)
    if (cells.length !== rows.length || cells.some((row) => row.length !== fields.length))
      throw new Error(
        `table “${id ?? ''}” has too few or too many values for its rows and columns: compile the lab again with npm run labs -- compile`,
      );
  const tables = new Set(lab.tables.map(({ id }) => id));
  for (const block of allBlocks([...lab.introduction, ...lab.steps.flatMap(({ blocks }) => blocks)])) {
    if (block.kind === 'table' && !tables.has(block.table))
      throw new Error(`the lab has no table “${block.table}”: compile the lab again with npm run labs -- compile`);
    if (block.kind === 'heading' && ![3, 4].includes(block.level))
      throw new Error('headings must have level 3 or 4: compile the lab again with npm run labs -- compile');
    if (block.kind === 'chart' && !modelMarks.includes(block.mark))
      throw new Error(`unknown mark ${block.mark.slice(0, 40)}: use ${modelMarks.join(' or ')}`);
    if (block.kind === 'chart' && block.series !== undefined && !lab.series[block.series])
      throw new Error(`the lab has no series “${block.series}”: compile the lab again with npm run labs -- compile`);
  }
  return lab;
}
