// Computes the results that the home page shows.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { blocksOf } from '../src/lab/blocks.ts';
import type { LabCard } from '../src/lab/card.ts';
import type { Chart, Lab } from '../src/lab/types.ts';
import {
  chartAnswers,
  hasRace,
  heldOutTables,
  raceAnswers,
  worstCell,
  type Evaluate,
  type HomeAnswers,
  type RaceAnswers,
  type ReproducedTable,
} from '../src/site/home-data.ts';
import { lessonTools } from './lesson-tools.ts';
import { moduleIn, modulesOf } from './modules.ts';

/** The style sheet used only by the home page, relative to the front end's root. */
const homeStyle = 'src/design/home.css';

/** The sources that determine the requests to the engine. */
const questions = ['../src/site/home-data.ts', '../src/views/zfs/race.ts'].map(
  (path) => new URL(path, import.meta.url),
);

interface Answers extends HomeAnswers {
  race?: RaceAnswers;
}

/** Runs one lab's model; `answers` already contains the charts and tables of the others. */
async function ask(lab: Lab, card: LabCard, answers: Answers, tables: ReproducedTable[]): Promise<void> {
  const model = (await lessonTools(lab.model))?.open(lab);
  if (!model) throw new Error(`the modules of ${lab.model} are not built`);
  const evaluate: Evaluate = (scenarios, outputs) =>
    Float64Array.from(
      scenarios.flatMap((scenario) => {
        while (!model.prepare(scenario));
        return [...model.evaluate(scenario, [...outputs])];
      }),
    );
  if (hasRace(lab)) answers.race = raceAnswers(lab, evaluate);
  const chart = blocksOf(lab).find((block) => block.kind === 'chart' && block.id === card.thumbnail);
  if (chart) answers.charts[lab.id] = chartAnswers(lab, chart as Chart, evaluate);
  for (const table of heldOutTables(lab)) {
    for (let cell = 0; cell < model.cells(table); cell++) while (!model.prepareCell(table, cell));
    const { model: values, error } = model.reproduce(table);
    tables.push({ lab, table, model: values, error });
  }
  model.free();
}

/**
 * Writes the home page's data into the folder `compiled`: `home/race.json` for its script and `home/page.json` for the
 * page. `modules` is the folder of the engine's modules. Results are reused while labs and modules are unchanged.
 */
export function home(compiled: string, modules: string): Plugin {
  const folder = join(compiled, 'home');
  const read = (...path: string[]): string => readFileSync(join(compiled, ...path), 'utf8');
  return {
    name: 'pathlength:home',
    buildStart() {
      if (this.environment.config.command !== 'build') return;
      const source = readFileSync(new URL(`../${homeStyle}`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', name: 'home.css', originalFileName: homeStyle, source });
    },
    async config() {
      const ids = readdirSync(compiled).flatMap((name) => (name.endsWith('.json') ? name.slice(0, -5) : []));
      const labs = ids.map((id) => ({ text: read(`${id}.json`), card: read('card', `${id}.json`) }));
      const key = createHash('sha256');
      for (const source of questions) key.update(readFileSync(source));
      for (const { text, card } of labs) {
        key.update(text).update(card);
        for (const module of modulesOf(modules, (JSON.parse(text) as Lab).model))
          key.update(readFileSync(moduleIn(join(modules, module))));
      }
      const fresh = key.digest('hex');
      const keyFile = join(folder, 'key');
      if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === fresh) return;

      const answers: Answers = { charts: {} };
      const tables: ReproducedTable[] = [];
      for (const { text, card } of labs)
        await ask(JSON.parse(text) as Lab, JSON.parse(card) as LabCard, answers, tables);
      const { race, charts } = answers;
      const worst = worstCell(tables);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'race.json'), JSON.stringify(race));
      writeFileSync(
        join(folder, 'page.json'),
        JSON.stringify({ charts, ...(worst && { worst }) } satisfies HomeAnswers),
      );
      writeFileSync(keyFile, fresh);
    },
  };
}
