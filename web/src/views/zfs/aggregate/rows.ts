// The blocks of a conversion as rows of a map: the log, the old directory, the new one, and other written blocks.
import {
  blockOwners,
  writePurposes,
  type AggregateSnapshot,
  type ConversionResult,
  type Format,
} from '../../../engine/live/aggregate/protocol';

export type RowId = 'log' | 'old' | 'new' | 'rest';

export interface MapBlock {
  /** The purpose and number of the block, as in writes. */
  key: string;
  /** The share of the block that is in use. */
  fill: number;
  title: string;
}

export interface MapRow {
  id: RowId;
  title: string;
  blocks: MapBlock[];
}

const blockBytes = 8192;

/** Returns the purpose and number of each block that a conversion wrote. */
export const keysOf = ({ purposes, blocks }: Pick<ConversionResult, 'purposes' | 'blocks'>): string[] =>
  Array.from(purposes, (purpose, at) => `${writePurposes[purpose] ?? 'home'} ${blocks[at] ?? 0}`);

const home = (block: number): string => `home ${block}`;

/** Returns the blocks that belong to an owner, by block number. */
function ownedBy({ owner, inUse }: AggregateSnapshot, format: Format): number[] {
  const number = blockOwners.indexOf(format);
  return [...owner.keys()].filter((block) => owner[block] === number && (inUse[block] ?? 0) > 0);
}

function directoryRow(id: RowId, title: string, snapshot: AggregateSnapshot, format: Format): MapRow {
  const used = new Map(snapshot.directory?.pages.map(({ block, used_bytes }) => [block, used_bytes]));
  const blocks = ownedBy(snapshot, format)
    .filter((block) => used.has(block))
    .map((block) => ({
      key: home(block),
      fill: (used.get(block) ?? 0) / blockBytes,
      title: `block ${block} of the directory in format ${format}`,
    }));
  return { id, title: `${title}, ${format}`, blocks };
}

/** Returns the rows of an aggregate; after a conversion, the rows of both formats and of all other written blocks. */
export function rowsOf(
  now: AggregateSnapshot,
  before: AggregateSnapshot | undefined,
  converted: ConversionResult | undefined,
): MapRow[] {
  const format = now.directory?.format ?? 'v4';
  const log: MapRow = {
    id: 'log',
    title: 'Log',
    blocks: Array.from({ length: now.log_kilobytes / 8 + 1 }, (_, block) => ({
      key: `log ${block}`,
      fill: 1,
      title: block === 0 ? 'block 0, with the log’s length and first transaction number' : `block ${block} of the log`,
    })),
  };
  if (!before || !converted) return [log, directoryRow('old', 'Directory', now, format)];
  const old = directoryRow('old', 'Old directory', before, before.directory?.format ?? 'v4');
  const fresh = directoryRow('new', 'New directory', now, format);
  const known = new Set([log, old, fresh].flatMap(({ blocks }) => blocks.map(({ key }) => key)));
  const others = [...new Set(keysOf(converted))].filter((key) => !known.has(key));
  const rest: MapRow = {
    id: 'rest',
    title: 'Header, anodes, bitmap',
    blocks: others.map((key) => ({ key, fill: 1, title: restTitle(key, now) })),
  };
  return [log, old, fresh, rest];
}

function restTitle(key: string, { owner }: AggregateSnapshot): string {
  const [purpose, number] = key.split(' ');
  if (purpose === 'bitmap') return 'the allocation bitmap';
  const owned = blockOwners[owner[Number(number)] ?? 0];
  return owned === 'header' ? 'the header' : owned === 'anodes' ? 'the anode table' : `block ${number ?? ''}`;
}

/** The layout of the blocks in rows. */
export interface MapLayout {
  size: number;
  height: number;
  rows: { y: number; cells: { x: number; y: number }[] }[];
}

const sizes = [30, 26, 22, 18, 15, 12, 9, 7];
const gap = 2;
const titleHeight = 20;

/** Breaks each row into lines of a given width; blocks are as large as the height allows. */
export function mapLayout(rows: readonly Pick<MapRow, 'blocks'>[], width: number, maxHeight: number): MapLayout {
  const layouts = sizes.map((size): MapLayout => {
    const columns = Math.max(1, Math.floor(width / (size + gap)));
    let y = 0;
    const placed = rows.map(({ blocks }) => {
      const top = y + titleHeight;
      const cells = blocks.map((_, at) => ({
        x: (at % columns) * (size + gap),
        y: top + Math.floor(at / columns) * (size + gap),
      }));
      y = top + Math.max(1, Math.ceil(blocks.length / columns)) * (size + gap) + 6;
      return { y: top, cells };
    });
    return { size, height: y, rows: placed };
  });
  return layouts.find(({ height }) => height <= maxHeight) ?? (layouts.at(-1) as MapLayout);
}
