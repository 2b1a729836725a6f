// All marks, in the order of the legend, the cursor, and drawing (lowest layer first).
import type { ChartData } from './data';
import type { LayoutKind } from './layout';
import type { Mark } from './mark';
import line from './marks/line.ts';
import { hasIntervals } from './marks/model.ts';
import names from './marks/names.ts';
import points from './marks/points.ts';

/** The conditions for a mark, and the mark or its loader. */
export interface Registration {
  /** The layout of a chart that names the mark in `mark=`; only for marks of the model's values. */
  layout?: LayoutKind;
  /** Returns whether a chart has something for the mark to draw; only for marks without a layout. */
  when?: (data: ChartData, layout: LayoutKind) => boolean;
  /** A mark that almost every chart draws, or a function that fetches the mark for the first chart that draws it. */
  mark: Mark | (() => Promise<{ default: Mark }>);
}

export const marks: Record<string, Registration> = {
  line: { layout: 'curves', mark: line },
  names: { when: ({ series }, layout) => layout === 'curves' && series.length > 1, mark: names },
  bar: { layout: 'rows', mark: () => import('./marks/bar.ts') },
  // Only tables draw this mark, from the values of their cells.
  dumbbell: { when: ({ view }) => view === 'pairs', mark: () => import('./marks/dumbbell.ts') },
  band: { when: (data, layout) => layout === 'curves' && hasIntervals(data), mark: () => import('./marks/band.ts') },
  whiskers: {
    when: (data, layout) => layout === 'rows' && hasIntervals(data),
    mark: () => import('./marks/whiskers.ts'),
  },
  beyond: {
    when: ({ doubt }, layout) => layout === 'curves' && !!doubt?.spans.length,
    mark: () => import('./marks/beyond.ts'),
  },
  tolerance: { when: ({ view }) => view === 'error', mark: () => import('./marks/tolerance.ts') },
  bounds: { when: ({ limits }) => limits.length > 0, mark: () => import('./marks/bounds.ts') },
  points: { when: () => true, mark: points },
  prediction: { when: ({ predicted }) => !!predicted, mark: () => import('./marks/prediction.ts') },
  own: { when: ({ own }) => own.length > 0, mark: () => import('./marks/own.ts') },
};

/** The marks that a lab can choose for its charts. */
export const modelMarks = Object.keys(marks).filter((name) => marks[name]?.layout);

/** Returns the layout of charts with a mark; `curves` for an unknown mark. */
export const layoutKind = (mark: string): LayoutKind => marks[mark]?.layout ?? 'curves';
