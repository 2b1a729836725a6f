// Performs each model run of a lab once, and reports content that readers would find broken or misleading.
import type { LessonTools } from '../../engine/lesson-tools.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { reportRoles } from '../compile/roles.ts';
import type { Lab } from '../types';
import { findBuiltIn } from './built-in.ts';
import { runTable } from './cells.ts';
import { checkConditions, runChart } from './charts.ts';
import { runChoices, runClaims } from './choices.ts';
import { RememberingModel } from './model.ts';
import { runPredictions } from './predictions.ts';
import { runQuestions } from './questions.ts';
import { runStart } from './start.ts';

/**
 * Runs a lab in slices; after each run, yields the name of the table, chart, or other item that was run. Problems are
 * added to those of the lab.
 */
export function* runLab(lab: Lab, written: WrittenLab, tools: LessonTools): Generator<string> {
  checkConditions(lab, written);
  const opened = tools.open(lab);
  try {
    const model = new RememberingModel(opened);
    yield* runStart(lab, written, model);
    for (const table of lab.tables) {
      const places = written.tables.get(table.id);
      if (places) yield* runTable(lab, table, places, model);
    }
    for (const block of blocksOf(lab)) if (block.kind === 'chart') yield* runChart(lab, block, written, model);
    yield* runPredictions(lab, written, model, tools);
    yield* runQuestions(lab, written, tools);
    yield* runChoices(lab, written, tools);
    yield* runClaims(lab, written, tools);
    reportRoles(yield* findBuiltIn(lab, model, tools), written.tables);
  } finally {
    opened.free();
  }
}
