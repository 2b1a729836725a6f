// Computes the results that the home page and the pictures of labs show.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { blocksOf } from '../src/lab/blocks.ts';
import type { Chart, Lab } from '../src/lab/types.ts';
import {
  chartAnswers,
  hasRace,
  heldOutTables,
  raceAnswers,
  raceResults,
  worstCell,
  type Evaluate,
  type HomeAnswers,
  type LabAnswers,
  type RaceAnswers,
  type ReproducedTable,
} from '../src/site/home-data.ts';
import type { RaceResults } from '../src/views/zfs/race.ts';
import { lessonTools } from './lesson-tools.ts';
import { moduleIn, modulesOf } from './modules.ts';

/** The style sheet used only by the home page, relative to the front end's root. */
const homeStyle = 'src/design/home.css';

/** The source files that determine the requests to the engine. */
const questions = ['../src/site/home-data.ts', '../src/views/zfs/race.ts'].map(
  (path) => new URL(path, import.meta.url),
);

interface Answers extends HomeAnswers {
  race?: RaceAnswers;
  opening?: RaceResults;
}

/** Runs one lab's model; `answers` and `heldOut` already contain the results of the other labs. */
async function ask(lab: Lab, answers: Answers, heldOut: ReproducedTable[]): Promise<void> {
  const model = (await lessonTools(lab.model))?.open(lab);
  if (!model) throw new Error(`the modules of ${lab.model} are not built: run npm run build`);
  const evaluate: Evaluate = (scenarios, outputs) =>
    Float64Array.from(
      scenarios.flatMap((scenario) => {
        while (!model.prepare(scenario));
        return [...model.evaluate(scenario, [...outputs])];
      }),
    );
  if (hasRace(lab)) {
    answers.race = raceAnswers(lab, evaluate);
    answers.opening = raceResults(lab, evaluate);
  }
  const results: LabAnswers = { charts: {}, tables: {} };
  answers.labs[lab.id] = results;
  const charts = blocksOf(lab).filter((block): block is Chart & { kind: 'chart' } => block.kind === 'chart');
  for (const chart of charts) results.charts[chart.id] = chartAnswers(lab, chart, evaluate);
  const tested = heldOutTables(lab);
  for (const { id: table } of lab.tables) {
    for (let cell = 0; cell < model.cells(table); cell++) while (!model.prepareCell(table, cell));
    const { model: values, halfWidth, error, role } = model.reproduce(table);
    results.tables[table] = {
      model: [...values],
      half: [...halfWidth],
      error: [...error],
      role: [...role],
    };
    if (tested.includes(table)) heldOut.push({ lab, table, model: values, error });
  }
  model.free();
}

/**
 * Writes the results into the folder `compiled`. `home/race.json` is for the home page's script, and
 * `home/opening.json` is for the lab that begins with this race. `home/page.json` is for the page and the pictures that
 * the build draws. `modules` is the folder of the engine's modules. Results are reused while labs and modules are
 * unchanged.
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
      const texts = ids.map((id) => read(`${id}.json`));
      const key = createHash('sha256');
      for (const source of questions) key.update(readFileSync(source));
      for (const text of texts) {
        key.update(text);
        for (const module of modulesOf(modules, (JSON.parse(text) as Lab).model))
          key.update(readFileSync(moduleIn(join(modules, module))));
      }
      const fresh = key.digest('hex');
      const keyFile = join(folder, 'key');
      if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === fresh) return;

      const answers: Answers = { labs: {} };
      const heldOut: ReproducedTable[] = [];
      for (const text of texts) await ask(JSON.parse(text) as Lab, answers, heldOut);
      const { race, opening, labs } = answers;
      const worst = worstCell(heldOut);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'race.json'), JSON.stringify(race));
      writeFileSync(join(folder, 'opening.json'), JSON.stringify(opening));
      writeFileSync(join(folder, 'page.json'), JSON.stringify({ labs, ...(worst && { worst }) } satisfies HomeAnswers));
      writeFileSync(keyFile, fresh);
    },
  };
}
