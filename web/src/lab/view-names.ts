/** Names of the live pictures that web/src/views has. */
export const viewNames = [
  'aldc-steps',
  'directory',
  'file-fragments',
  'file-pool',
  'journal-power-cut',
  'journal-runs',
  'minidisk-cache',
  'own-file',
  'path-advisor',
  'race',
  'recovery-time',
  'sfs-diagnosis',
  'sfs-planning',
  'tape-codecs',
  'tape-pipeline',
  'which-codec',
  'which-file-system',
  'zfs-console',
  'zfs-conversion',
  'zfs-planner',
] as const;

export type ViewName = (typeof viewNames)[number];
