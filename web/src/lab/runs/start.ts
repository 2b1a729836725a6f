// The state before readers change a setting: the lab's start, and the interactive models that begin with it.
import { viewNames, viewOf, viewOptions } from '../view-names.ts';
import { blocksOf } from '../blocks.ts';
import type { WrittenLab } from '../compile/index.ts';
import { top } from '../compile/problems.ts';
import { hint } from '../compile/suggest.ts';
import type { Lab } from '../types';
import type { RememberingModel } from './model.ts';

/** Runs the lab's start; reports a start without a model value, and unknown interactive models. */
export function* runStart(lab: Lab, written: WrittenLab, model: RememberingModel): Generator<string> {
  const outcomes = (lab.description?.outputs ?? []).map(({ name }) => model.outcome(lab.start, name));
  yield 'start';
  const [first] = outcomes;
  if (first && 'problem' in first && outcomes.every((outcome) => 'problem' in outcome))
    written.main.error(
      written.start,
      `the model cannot compute the lab's \`start\`, with which charts, controls, and interactive models begin (${first.problem}): ` +
        'change the settings of `start`',
    );
  const blocks = blocksOf(lab);
  const predictions = blocks.flatMap((block) => (block.kind === 'predict' ? block.id : []));
  for (const block of blocks) {
    if (block.kind !== 'model') continue;
    const report = (message: string): void => written.main.error(written.named.get(block.id)?.place ?? top, message);
    const { name, options } = viewOf(block.view);
    const known = viewNames.find((one) => one === name);
    if (!known) {
      report(`there is no interactive model "${name}"${hint(name, viewNames)}`);
      continue;
    }
    if (known === 'network' && !lab.declaration?.stations?.length)
      report(
        `the interactive model "network" shows the network that a lab declares: write \`model: network\`, and its stations in model.toml`,
      );
    const taken = viewOptions[known] ?? {};
    for (const [option, word] of Object.entries(options)) {
      const words = taken[option];
      const allowed = words === 'id' ? predictions : words;
      if (!allowed)
        report(`the interactive model "${name}" has no option "${option}"${hint(option, Object.keys(taken))}`);
      else if (!allowed.includes(word))
        report(`${option} of the interactive model "${name}" cannot be "${word}"${hint(word, allowed)}`);
    }
  }
}
