// Blocks that show content defined elsewhere: a table, an interactive model, an image, or a document.
import type { PhrasingContent } from 'mdast';
import { isModelled } from '../cells.ts';
import type { Block, Key } from '../types.ts';
import { viewText } from '../view-names.ts';
import { refusedImage } from './addresses.ts';
import type { BlockReader } from './blocks.ts';
import type { Directive } from './directive.ts';
import { findCell, publishedExpression } from './figures.ts';
import type { BlockContext } from './lesson.ts';

export function readTable(directive: Directive): Block | undefined {
  const ref = directive.needed('ref', 'a-table');
  const id = directive.id('table', ref && `table-${ref.text}`);
  if (!ref) return undefined;
  directive.lesson.table(directive.source, ref.text, ref.place);
  return { kind: 'table', id, table: ref.text };
}

export function readBreakdown(directive: Directive, _: BlockReader, where: BlockContext): Block | undefined {
  const { lesson, source, place } = directive;
  const attribute = directive.needed('cell', 'table/row/column');
  const title = directive.needed('title', '"what it shows"')?.text ?? '';
  const usage = 'a cell is written as cell="table/row/column"';
  const cell = attribute && findCell(lesson, source, { ...attribute, usage });
  const id = directive.id('breakdown', attribute && `breakdown-${attribute.text.split('/')[0]}`);
  if (!cell) return undefined;
  const { table, row, column } = cell;
  const output = isModelled(table, row, column) ? table.fields[column]?.output : undefined;
  if (output === undefined)
    directive.error('the model does not compute this cell, so it has no terms: name another cell', attribute.place);
  else if (lesson.vocabulary?.isSum(output) === false)
    directive.error(`"${output}" is not a sum of times, so it has no terms: name another cell`, attribute.place);
  const expression = publishedExpression(cell);
  lesson.show(source, place, where, {
    kind: 'figure',
    figure: { text: '', origin: 'published', source: '', expression },
  });
  return {
    kind: 'breakdown',
    id,
    title,
    table: table.id,
    row: table.rows[row] as Key,
    column: table.fields[column]?.name ?? '',
  };
}

export function readModel(directive: Directive): Block | undefined {
  const view = directive.needed('view', 'a-picture');
  const id = directive.id('model', view && `model-${view.text}`);
  const title = directive.needed('title', '"what it shows"');
  if (view && !/^[a-z][a-z0-9-]*$/.test(view.text)) directive.error('a view name must be in lower case', view.place);
  const options = directive.options('with', 'policy=ext2, script=mixed');
  return view && { kind: 'model', id, view: viewText(view.text, options), title: title?.text ?? '' };
}

export function readImage(directive: Directive, reader: BlockReader, where: BlockContext): Block | undefined {
  const src = directive.needed('src', 'images/…');
  const alt = directive.needed('alt', '"a description for readers who cannot see it"');
  const refused = src && refusedImage(src.text);
  if (src && refused) directive.error(refused, src.place);
  else if (src) reader.lesson.images.push({ source: directive.source, place: src.place, file: src.text });
  const { node } = directive;
  const label = node.type === 'leafDirective' ? (node.children as PhrasingContent[]) : [];
  const caption = reader.inlines.read(label, where);
  if (!src || refused) return undefined;
  const image = { kind: 'image', src: src.text, alt: alt?.text ?? '' } as const;
  return caption.length > 0 ? { ...image, caption } : image;
}

export function readCite(directive: Directive): Block | undefined {
  const source = directive.needed('source', 'a-source');
  const place = directive.said('place');
  if (!source) return undefined;
  directive.lesson.document(directive.source, source.text, source.place);
  return { kind: 'cite', source: source.text, ...(place && { place: place.text }) };
}
