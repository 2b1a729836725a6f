// The types of a compiled lab in `lab.json`. The engine defines them; this file adds only the fields that the compiler
// always fills in.
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

/** A summary of the model's errors; a page has only the part that it does not compute itself. */
export type RecordedSummary = NonNullable<engine.Lab['recorded']>;

/** The errors of a baseline, as pages show them. */
export type BaselineErrors = NonNullable<RecordedSummary['baseline']>;

/** A summary of a model's errors, as the engine computes it. */
export type Summary = engine.Summary;

export type Table = Omit<engine.Table, 'cells'> &
  Required<Pick<engine.Table, 'id' | 'scenario' | 'rows'>> & {
    /** Published values by row, then by column: text is a bound, null is a gap in the source. */
    cells: (number | string | null)[][];
  };

export type Lab = Omit<engine.Lab, 'tables'> &
  Required<Pick<engine.Lab, 'format' | 'summary' | 'sources' | 'start' | 'series' | 'introduction' | 'steps'>> & {
    tables: Table[];
  };

export { provenances, roles } from '../engine/generated/lab.ts';
