// Links that change the display, and scenes: the names in them must exist, and their text must describe their effect.
import { allBlocks, blocksOf } from '../blocks.ts';
import { commandOf, sceneAddress, settingsText } from '../commands.ts';
import type { Block, Control, Inline, Lab, Scenario, Setting } from '../types.ts';
import { isForm } from '../view-names.ts';
import type { LessonTools } from '../../engine/lesson-tools.ts';
import type { SourceFile } from './files.ts';
import type { Lesson } from './lesson.ts';
import { lookOf, type SceneFigure } from './scene-look.ts';
import { agrees, readPrinted } from './printed.ts';
import type { SceneWords } from './scene-words.ts';
import type { SourcePosition } from './problems.ts';
import { hint } from './suggest.ts';

export const commandSchemes = ['set', 'show'] as const;

interface CommandLink {
  /** The text of the link, without markup. */
  readonly text: string;
  readonly url: string;
  readonly inlines: Inline[];
  readonly place: SourcePosition;
}

/** Reads a link with a command; undefined for an ordinary link. */
export function readCommand(lesson: Lesson, source: SourceFile, found: CommandLink): Inline | undefined {
  const { text, url, inlines, place } = found;
  const command = commandOf(url);
  if (!command || command.kind === 'scene') return undefined;
  if (text.trim() === '') source.error(place, 'the link has no text: write it in the brackets');
  const link: Inline = { kind: 'link', href: url, text: inlines };
  if (command.kind === 'set') {
    const settings = lesson.vocabulary?.fromText(source, command.settings, place) ?? {};
    if (command.settings.trim() === '') source.error(place, 'the link has no settings: write [text](set:name=value)');
    lesson.settingLinks.push({ source, place, settings, text });
    return { ...link, href: `set:${settingsText(settings)}` };
  }
  const [, id = '', row = '', column = ''] = /^show:([^/]*)\/(.*)\/([^/]*)$/.exec(url) ?? [];
  const table = id && row && column ? lesson.table(source, id, place) : undefined;
  if (!id || !row || !column) source.error(place, 'a link to a cell is written as [text](show:table/row/column)');
  else if (table) {
    const [rows, columns] = [table.rows.map(String), table.fields.map(({ name }) => name)];
    if (!rows.includes(row)) source.error(place, `table ${id} has no row "${row}"${hint(row, rows)}`);
    else if (!columns.includes(column))
      source.error(place, `table ${id} has no column "${column}"${hint(column, columns)}`);
    lesson.cellLinks.push({ table: id, cell: `${row}/${column}`, link });
  }
  return link;
}

const controlsOf = (lab: Lab, setting: string): Control[] =>
  blocksOf(lab).filter(
    (block): block is Control & { kind: 'control' } => block.kind === 'control' && block.setting === setting,
  );

const unitOf = (lab: Lab, setting: string): string => {
  const values = lab.description?.settings.find(({ name }) => name === setting)?.values;
  return values?.kind === 'number' ? values.unit : '';
};

/** Describes a setting's value in a scene with the words of the setting's control. */
function wordsOf(lab: Lab, setting: string, value: Setting, { amount, on, off }: SceneWords): string {
  if (typeof value === 'number') return amount(value, unitOf(lab, setting));
  const control = controlsOf(lab, setting)[0];
  const options = control?.input.kind === 'word' ? control.input.options : [];
  const word = typeof value === 'boolean' ? (value ? on : off) : options.find((one) => one.word === value)?.title;
  return `${control?.title ?? setting}: ${word ?? String(value)}`;
}

const allows = ({ input }: Control, value: Scenario[string]): boolean => {
  if (input.kind === 'switch') return typeof value === 'boolean';
  if (input.kind === 'word') return input.options.some(({ word }) => word === value);
  if (typeof value !== 'number') return false;
  if (input.kind === 'one_of') return input.values.includes(value);
  const { least: min, greatest: max } = input;
  return value >= min && value <= max;
};

/**
 * Reports values that a link in the text sets but no control offers: readers could not set them back, and links to a
 * lab's state would omit them.
 */
function checkControls(lesson: Lesson, lab: Lab): void {
  for (const { source, place, settings } of lesson.settingLinks)
    for (const [name, value] of Object.entries(settings)) {
      const own = controlsOf(lab, name);
      if (own.length === 0)
        source.error(place, `no control of the lab sets "${name}": add one, so that readers can change the value back`);
      else if (!own.some((control) => allows(control, value)))
        source.error(place, `no control of the lab offers ${name}=${String(value)}: add this value to a control`);
    }
}

const isSceneFigure = (block: Block): block is SceneFigure =>
  ['chart', 'model', 'breakdown', 'table'].includes(block.kind);

/** Returns whether a figure is a form, which stays in the text. */
const isFormFigure = (figure: SceneFigure): boolean => figure.kind === 'model' && isForm(figure.view);

/** Returns the id of the prediction whose reveal contains a block; undefined for a block outside of reveals. */
const revealOf = (lab: Lab, id: string): string | undefined =>
  blocksOf(lab).flatMap((block) =>
    block.kind === 'reveal' && allBlocks(block.blocks).some((inner) => 'id' in inner && inner.id === id)
      ? block.after
      : [],
  )[0];

function completeScenes(lesson: Lesson, lab: Lab): void {
  const { sceneWords } = lesson;
  const figures = blocksOf(lab).filter(isSceneFigure);
  for (const scene of lesson.scenes) {
    const { source, place, show, settings, link, reveals } = scene;
    const figure = figures.find(({ id }) => id === show);
    if (!figure) {
      const known = figures.filter((one) => !isFormFigure(one)).map(({ id }) => id);
      source.error(place, `no chart, model, breakdown, or table has the id "${show}"${hint(show, known)}`);
      continue;
    }
    if (isFormFigure(figure))
      source.error(place, `"${show}" is a form, which stays in the text: write a link to it, [text](#${show})`);
    const around = revealOf(lab, show);
    if (around !== undefined && !lesson.reveals.slice(0, reveals).some(({ after }) => after === around))
      source.error(place, `"${show}" is in the reveal after "${around}": put the scene into that reveal or after it`);
    const title = figure.kind === 'table' ? lesson.tables.get(figure.table)?.title : figure.title;
    const words = Object.entries(settings).map(([name, value]) => wordsOf(lab, name, value, sceneWords));
    const { look, words: shown } = lookOf(lab, figure, scene, sceneWords);
    link.href = sceneAddress(show, settings, look);
    link.text = [{ kind: 'text', text: [sceneWords.text(title ?? show), ...words, ...shown].join(', ') }];
  }
}

/** Checks links and scenes once the whole lab is read, and completes their addresses. */
export function checkCommands(lesson: Lesson, lab: Lab): void {
  checkControls(lesson, lab);
  completeScenes(lesson, lab);
  for (const { table, cell, link } of lesson.cellLinks) {
    const block = blocksOf(lab).find((each) => each.kind === 'table' && each.table === table);
    // A table that no step shows is in the list of all tables, under this id.
    link.href = `show:${block && 'id' in block ? block.id : `table-${table}`}/${cell}`;
  }
}

/** Reports links whose number differs from the setting's value in the unit of the setting. */
export function checkUnits(lesson: Lesson, lab: Lab, tools: LessonTools): void {
  for (const { source, place, settings, text } of lesson.settingLinks) {
    const numbers = Object.entries(settings).filter(([, value]) => typeof value === 'number');
    const printed = text === undefined ? undefined : readPrinted(text, lesson.language);
    const [only] = numbers;
    if (!only || !printed || numbers.length > 1) continue;
    const [name, value] = only;
    const unit = unitOf(lab, name);
    const [word = ''] = /^[^\s,;.]*/.exec(printed.words) ?? [];
    let said = printed.value;
    try {
      // The engine knows the English words of units.
      const measured =
        word === '' || lesson.language !== 'en' ? undefined : tools.measure(`${printed.value} ${word}`, unit || '1');
      if (measured && 'problem' in measured) source.error(place, `the link says "${text}": ${measured.problem}`);
      if (measured && 'value' in measured) said = measured.value;
    } catch {
      // The word is not a unit: the printed number is compared as it is.
    }
    const scale = said / printed.value || 1;
    if (!agrees({ ...printed, value: said, half: printed.half * scale }, Number(value)))
      source.error(place, `the link says "${text}" but sets ${name}=${String(value)}`);
  }
}
