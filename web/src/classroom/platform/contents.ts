// The assignment that a package for a learning platform, or a teacher's file, adds to a lab's file.

/** The name of the addition among the files in a lab's file. */
export const contentsFile = 'package.json';

/** The standards that packages follow. */
export const standards = {
  'scorm-1.2': { title: 'SCORM 1.2', manifest: 'imsmanifest.xml' },
  'scorm-2004': { title: 'SCORM 2004, 4th edition', manifest: 'imsmanifest.xml' },
  cmi5: { title: 'cmi5', manifest: 'cmi5.xml' },
} as const;

export type Standard = keyof typeof standards;

export interface Contents {
  /** The standard of the package; missing in a file that is not for a learning platform. */
  standard?: Standard;
  /** The assignment in the format of its link. */
  assignment: unknown;
}
