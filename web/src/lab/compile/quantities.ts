// The titles of a lab's model outputs where one title covers many scenarios: on axes and in selectors.
import type { Description } from '../../engine/types';
import type { Lab, OutputWords, Table } from '../types.ts';
import type { SourceFile } from './files.ts';
import { textOf, type Item } from './located.ts';
import type { SourcePosition } from './problems.ts';
import type { Vocabulary } from './settings.ts';

type Field = Table['fields'][number];

const isOwn = ({ scenario }: Field): boolean => Object.keys(scenario ?? {}).length > 0;

/** Reads the titles of outputs in the front matter; reports unknown outputs and empty titles. */
export function readOutputs(
  source: SourceFile,
  item: Item | undefined,
  vocabulary: Vocabulary | undefined,
): Map<string, string> {
  const titles = new Map<string, string>();
  for (const [output, { key, value }] of item?.map ?? []) {
    vocabulary?.output(source, output, key);
    if (textOf(value).trim() === '') source.error(value.place, `\`outputs\`: ${output} needs a title`);
    titles.set(output, textOf(value));
  }
  return titles;
}

/**
 * The titles and units of a model's outputs in one lab. The title in the front matter comes first. Next is the title of
 * a column without a scenario of its own, or a title that all columns of the output share. The model's title comes
 * last.
 */
export class Quantities {
  readonly outputs: NonNullable<Lab['outputs']>;
  /** Outputs shown only by columns for single scenarios, each with such a column and its table. */
  readonly #untitled = new Map<string, { field: Field; table: string; title: string }>();

  constructor(described: Description['outputs'], tables: readonly Table[], titles: ReadonlyMap<string, string>) {
    this.outputs = Object.fromEntries(
      described.map(({ name, half_width, ...words }): [string, OutputWords] => {
        const columns = tables.flatMap(({ id, fields }) =>
          fields.flatMap((field) => (field.output === name ? { field, table: id } : [])),
        );
        const valued = columns.find(({ field }) => field.unit !== 'ratio');
        const general = columns.filter(({ field }) => !isOwn(field));
        const own = columns.find(({ field }) => isOwn(field));
        const isShared = columns.length > 1 && new Set(columns.map(({ field }) => field.title)).size === 1;
        const column =
          general.find(({ field }) => field.unit !== 'ratio') ?? general[0] ?? (isShared ? own : undefined);
        const given = titles.get(name);
        if (given === undefined && !column && own) this.#untitled.set(name, { ...own, title: words.title });
        return [
          name,
          {
            ...words,
            title: given ?? column?.field.title ?? words.title,
            unit: valued?.field.unit ?? words.unit,
            ...(half_width && { half_width }),
          },
        ];
      }),
    );
  }

  /** Reports an output without a title for charts: the tables have titles for single scenarios only. */
  check(source: SourceFile, output: string, place: SourcePosition): void {
    const found = this.#untitled.get(output);
    if (!found) return;
    const { field, table, title } = found;
    source.error(
      place,
      `the tables call ${output} "${field.title}", which is one scenario (field "${field.name}" of ${table}): ` +
        `name the axis in the front matter, such as outputs: { ${output}: "${title}" }`,
    );
  }
}
