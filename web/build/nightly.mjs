/**
 * Runs the nightly tests (`npm run test:nightly`). They are the gate with its longest tests, and then searches for
 * faults independent of any change. The searches are a second build for identical bytes, crashes at every write, other
 * cases for property tests, notebooks in Jupyter, sites of documentation tools, and fuzzing.
 */
import { cargoCounts, reportCounts } from './counts.mjs';
import { nightlyCompiler } from './fuzz.mjs';
import { failed } from './say.mjs';
import { runSteps, script } from './steps.mjs';
import { gate, prepare } from './test.mjs';

export default async function nightly() {
  await prepare();
  const fuzzing = await nightlyCompiler({ install: true });
  await runSteps([
    ...gate({ everything: true }),
    { ...script('test:reproducible'), needs: ['build:wasm'] },
    { ...script('test:long'), counts: cargoCounts },
    script('test:seeds'),
    { ...script('test:browsers'), alone: true, needs: ['build:site'], counts: () => reportCounts('browsers') },
    { ...script('test:notebooks'), alone: true, needs: ['build:site'] },
    { ...script('test:hosts'), alone: true, needs: ['build:site'] },
    ...(fuzzing ? [script('fuzz')] : []),
  ]);
  if (!fuzzing) failed('fuzz: not run, because no nightly compiler could be installed');
}
