import { engine } from '../engine';
import { latePart, part, type Islands } from '../islands';
import type { Lab } from '../lab/types';
import { LabRun } from '../player/run.svelte';
import { Session } from '../player/session.svelte';
import { Choice, keepInAddress } from './choice.svelte';
import Headline from './Headline.svelte';
import SizeLab from './SizeLab.svelte';

/** What answers on the page of zFS directories, all about the same choice and the same run. */
export default function open(lab: Lab): Islands {
  const choice = new Choice();
  const run = LabRun.of(lab);
  const session = new Session(lab);
  if (!import.meta.env.SSR) {
    // The engine loads while the page wakes up. What fails here fails again, and is told, at the first question.
    engine.open(lab).catch(() => undefined);
  }
  return {
    parts: {
      size: part(SizeLab, { lab, choice }),
      split: latePart(() => import('./SplitChart.svelte'), { lab, choice }),
      headline: part(Headline, { run }),
      ...Object.fromEntries(
        run.tables.map((table) => [
          `table-${table.table.id}`,
          latePart(() => import('../player/TableBlock.svelte'), {
            session,
            block: { kind: 'table', id: `table-${table.table.id}`, table: table.table.id },
          }),
        ]),
      ),
      verdict: latePart(() => import('./Verdict.svelte'), { lab }),
      busy: latePart(() => import('./BusyChart.svelte'), { lab, choice }),
      inside: latePart(() => import('./Inside.svelte'), { lab }),
    },
    start() {
      keepInAddress(choice);
      return run.start(engine);
    },
  };
}
