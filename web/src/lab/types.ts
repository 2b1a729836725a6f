// A compiled lab, as `lab.json` holds it. The engine defines it; only what the compiler always fills in is said here.
import type * as engine from '../engine/types';

export type {
  Answer,
  Block,
  Chart,
  Choice,
  Control,
  Curve,
  Declaration,
  Description,
  Draw,
  Feedback,
  FeedbackTo,
  Field,
  Figure,
  FitRecord,
  Guess,
  Inline,
  Input,
  Key,
  Origin,
  OutputWords,
  Parameter,
  Predict,
  Provenance,
  Question,
  Role,
  Scale,
  Scenario,
  Series,
  Setting,
  Source,
  Step,
  WordOption,
} from '../engine/types';

/** The errors of the model in a few numbers; a page has only those that it does not compute itself. */
export type RecordedSummary = NonNullable<engine.Lab['recorded']>;

/** The errors of a baseline, as pages show them. */
export type BaselineErrors = NonNullable<RecordedSummary['baseline']>;

/** The errors of a model in a few numbers, as the engine computes them. */
export type Summary = engine.Summary;

export type Table = Omit<engine.Table, 'cells'> &
  Required<Pick<engine.Table, 'id' | 'scenario' | 'rows'>> & {
    /** Published values by row, then by field: a text is a bound, null is a gap in the source. */
    cells: (number | string | null)[][];
  };

export type Lab = Omit<engine.Lab, 'tables'> &
  Required<Pick<engine.Lab, 'format' | 'summary' | 'sources' | 'start' | 'series' | 'introduction' | 'steps'>> & {
    tables: Table[];
  };

export { provenances, roles } from '../engine/generated/lab.ts';
