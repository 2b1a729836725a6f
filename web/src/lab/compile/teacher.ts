// What only teachers read.
import type { Block } from '../types.ts';

/** A remark in the text of the lab, for those who teach it. */
export interface TeacherRemark {
  /** The step it stands in; undefined in the introduction. */
  readonly step?: string;
  readonly blocks: Block[];
}

/** What the teacher's guide has beyond the lab itself. */
export interface TeacherGuide {
  /** The text of `notes.teacher.md`. */
  readonly notes: Block[];
  /** The remarks, in the order of the lab. */
  readonly remarks: TeacherRemark[];
}
