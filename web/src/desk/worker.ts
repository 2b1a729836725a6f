import { openDesk, panic, type Desk } from '../engine/desk';
import { reportShare, serve } from '../engine/serve';
import { labFile } from '../lab/published';
import type { DeskWorker, FitRequest, Report, Side } from './protocol';

let desk: Desk | undefined;

async function fetched(id: string): Promise<Uint8Array> {
  const response = await fetch(labFile(id));
  if (!response.ok) throw new Error(`the lab ${id} could not be fetched: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the studies that a request asks for after the fit, in order. */
const kindsOf = ({ bootstrap, cross_validate: folds, leverage }: FitRequest): string[] =>
  Object.entries({ draw: bootstrap > 0, fold: folds !== undefined, value: leverage !== undefined })
    .filter(([, isAsked]) => isAsked)
    .map(([kind]) => kind);

serve<DeskWorker>(
  Promise.resolve({
    async open(lab) {
      const bytes = typeof lab === 'string' ? await fetched(lab) : new TextEncoder().encode(JSON.stringify(lab));
      const opened = await openDesk(bytes);
      for (const lender of opened.lenders()) opened.lend(await fetched(lender));
      desk = opened;
    },
    study(request) {
      if (!desk) throw new Error('no lab is open');
      const kinds = kindsOf(request);
      const listen = (kind: string, done: number, all: number): void =>
        reportShare((kinds.indexOf(kind) + done / all) / kinds.length);
      const { report, before, after } = JSON.parse(desk.study(JSON.stringify(request), listen)) as {
        report: string;
        before: Side;
        after: Side;
      };
      return { text: report, report: JSON.parse(report) as Report, before, after };
    },
  }),
  panic,
);
