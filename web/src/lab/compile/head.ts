// The front matter of lab.md.
import type { Lab, Scenario, Source } from '../types.ts';
import { refusedLink } from './addresses.ts';
import type { SourceFile } from './files.ts';
import { fits, get, plain, textOf, type Item, type Shape } from './located.ts';
import type { SourcePosition } from './problems.ts';
import type { Vocabulary } from './settings.ts';
import { hint } from './suggest.ts';
import { readTerms, type Term } from './terms.ts';

const shape = {
  lab: 'number?',
  title: 'text',
  summary: 'text?',
  minutes: 'number?',
  order: 'number?',
  thumbnail: 'text?',
  finding: 'text?',
  model: 'text',
  sources: 'map?',
  advice: 'text?',
  tables: 'list of texts',
  start: 'settings?',
  series: 'map?',
  outputs: 'map?',
  aliases: 'map?',
  terms: 'map?',
} satisfies Shape;

/** A name and its position. */
export interface Mention {
  readonly name: string;
  readonly place: SourcePosition;
}

/** The content of the front matter. */
export interface Head {
  readonly title: string;
  readonly summary: string;
  readonly minutes?: number;
  /** The lab's position in the teaching order. */
  readonly order?: number;
  /** The chart for the lab's thumbnail. */
  readonly thumbnail?: Mention;
  /** The lab's finding, as text. */
  readonly finding?: Mention;
  readonly model: Mention;
  readonly sources: Record<string, Source>;
  /** The source behind the lab's advice. */
  readonly advice?: Mention;
  /** The position of each source. */
  readonly sourcePlaces: ReadonlyMap<string, SourcePosition>;
  readonly tables: readonly Mention[];
  readonly start?: Item;
  readonly series?: Item;
  /** The titles of the model's outputs. */
  readonly outputs?: Item;
  /** Old ids, each with its replacement. */
  readonly aliases: ReadonlyMap<string, Mention>;
  /** The terms that the lab defines, by id. */
  readonly terms: ReadonlyMap<string, Term>;
}

const word = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

const entries = (item: Item | undefined): { name: string; key: SourcePosition; value: Item }[] =>
  [...(item?.map ?? [])].map(([name, { key, value }]) => ({ name, key, value }));

function readSources(source: SourceFile, item: Item | undefined): [string, Source][] {
  return entries(item).flatMap(({ name, key, value }) => {
    if (!word.test(name))
      source.error(key, `a source's name must contain only letters, digits, and hyphens, not "${name}"`);
    if (!fits(source, value, { cite: 'text', url: 'text?', dated: 'text?', since: 'text?' }, `source ${name}`))
      return [];
    const url = get(value, 'url');
    const refused =
      url &&
      (refusedLink(textOf(url)) ??
        (/^https:/i.test(textOf(url)) ? undefined : 'the address of a source must begin with https:'));
    if (url && refused) source.error(url.place, refused);
    return [[name, plain(value) as Source]];
  });
}

/** Reads the front matter; undefined if it is not valid for a lab. */
export function readHead(source: SourceFile, matter: Item): Head | undefined {
  if (!fits(source, matter, shape, 'the front matter')) return undefined;
  const format = get(matter, 'lab');
  if (format && format.scalar !== 1) source.error(format.place, 'this compiler knows format 1 of labs: write `lab: 1`');
  const wholeNumber = (name: string): number | undefined => {
    const item = get(matter, name);
    const value = typeof item?.scalar === 'number' ? item.scalar : undefined;
    if (item && (!Number.isInteger(value) || (value ?? 0) < 1 || (value ?? 0) > 1000))
      source.error(item.place, `\`${name}\` must be a whole number from 1 to 1,000`);
    return value;
  };
  const [minutes, order] = [wholeNumber('minutes'), wholeNumber('order')];
  const mention = (item: Item): Mention => ({ name: textOf(item), place: item.place });
  const tables = (get(matter, 'tables')?.list ?? []).map(mention);
  tables.forEach(({ name, place }, at) => {
    if (!word.test(name))
      source.error(place, `a table's name must contain only letters, digits, hyphens, and underscores, not "${name}"`);
    if (tables.findIndex((other) => other.name === name) < at)
      source.error(place, `table ${name} is named twice: remove one`);
  });
  const aliases = entries(get(matter, 'aliases')).map(({ name, value }) => [name, mention(value)] as const);
  const model = get(matter, 'model');
  const [advice, thumbnail, finding] = ['advice', 'thumbnail', 'finding'].map((name) => get(matter, name));
  const [start, series, outputs] = ['start', 'series', 'outputs'].map((name) => get(matter, name));
  return {
    title: textOf(get(matter, 'title')),
    summary: textOf(get(matter, 'summary')),
    ...(minutes !== undefined && { minutes }),
    ...(order !== undefined && { order }),
    ...(thumbnail && { thumbnail: mention(thumbnail) }),
    ...(finding && { finding: mention(finding) }),
    model: model ? mention(model) : { name: '', place: matter.place },
    sources: Object.fromEntries(readSources(source, get(matter, 'sources'))),
    sourcePlaces: new Map(entries(get(matter, 'sources')).map(({ name, key }) => [name, key])),
    tables,
    ...(advice && { advice: mention(advice) }),
    ...(start && { start }),
    ...(series && { series }),
    ...(outputs && { outputs }),
    aliases: new Map(aliases),
    terms: readTerms(source, get(matter, 'terms')),
  };
}

/** Returns the source behind a lab's advice, which must have a date. */
export function adviceSource(source: SourceFile, { advice, sources }: Head): Source | undefined {
  if (!advice) return undefined;
  const found = sources[advice.name];
  if (!found)
    source.error(
      advice.place,
      `the front matter has no source "${advice.name}"${hint(advice.name, Object.keys(sources))}`,
    );
  else if (found.dated === undefined)
    source.error(advice.place, `source ${advice.name} has no date, which advisors show: add \`dated\``);
  return found;
}

/** Reads the named series of scenarios. */
export function readSeries(
  source: SourceFile,
  item: Item | undefined,
  vocabulary: Vocabulary | undefined,
): Lab['series'] {
  const read = entries(item).map(({ name, key, value }) => {
    if (!word.test(name))
      source.error(key, `the name of a series must contain only letters, digits, and hyphens, not "${name}"`);
    if (!value.list || value.list.length === 0) source.error(value.place, `series ${name} must be a list of scenarios`);
    const series = (value.list ?? []).map((each) => {
      const title = get(each, 'title');
      if (!each.map || textOf(title) === '') source.error(each.place, 'each scenario of a series needs `title`');
      const settings = new Map([...(each.map ?? [])].filter(([setting]) => setting !== 'title'));
      const scenario: Scenario = vocabulary?.fromItem(source, { place: each.place, map: settings }) ?? {};
      return { title: textOf(title), scenario };
    });
    const titles = series.map(({ title }) => title);
    const twice = titles.find((title, at) => titles.indexOf(title) < at);
    if (twice !== undefined) source.error(value.place, `series ${name} has "${twice}" twice`);
    return [name, series] as const;
  });
  return Object.fromEntries(read);
}

/** Returns the current id for each old id, even after several renames. */
export function currentIds({ aliases }: Head): Record<string, string> {
  const follow = (id: string, rest: number): string => {
    const next = aliases.get(id)?.name;
    return next === undefined || rest === 0 ? id : follow(next, rest - 1);
  };
  return Object.fromEntries([...aliases.keys()].map((old) => [old, follow(old, aliases.size)]));
}

/** Reports aliases that lead nowhere, form a cycle, or hide an id. */
export function checkAliases(source: SourceFile, { aliases }: Head, ids: ReadonlySet<string>): void {
  for (const [old, { name, place }] of aliases) {
    if (ids.has(old)) source.error(place, `"${old}" is already an id of this lab: choose another alias`);
    const seen = new Set([old]);
    let to = name;
    while (!seen.has(to) && aliases.has(to)) {
      seen.add(to);
      to = aliases.get(to)?.name ?? '';
    }
    if (seen.has(to)) source.error(place, `the aliases of "${old}" form a cycle: let the last one name a current id`);
    else if (!ids.has(to)) source.error(place, `nothing has the id "${to}"${hint(to, ids)}`);
  }
}
