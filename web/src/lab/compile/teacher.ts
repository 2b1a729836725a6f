// Content for teachers only.
import type { Block } from '../types.ts';

/** A remark for teachers in the text of the lab. */
export interface TeacherRemark {
  /** The step that contains the remark; undefined in the introduction. */
  readonly step?: string;
  readonly blocks: Block[];
}

/** The content that a lab adds to its teacher's guide. */
export interface TeacherGuide {
  /** The text of `notes.teacher.md`. */
  readonly notes: Block[];
  /** The remarks, in the order of the lab. */
  readonly remarks: TeacherRemark[];
}
