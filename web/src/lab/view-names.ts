/** Names of the live pictures that web/src/views has. */
export const viewNames = [
  'aldc-steps',
  'directory',
  'directory-locks',
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

/** Views that are forms with an answer, and no pictures: they stand in the text and take its whole width. */
const forms: readonly string[] = [
  'own-file',
  'path-advisor',
  'sfs-diagnosis',
  'sfs-planning',
  'which-codec',
  'which-file-system',
  'zfs-console',
  'zfs-planner',
] satisfies ViewName[];

/** Forms that take a window or more: they are folded to a line. */
const longForms: readonly string[] = [
  'path-advisor',
  'sfs-diagnosis',
  'sfs-planning',
  'which-file-system',
] satisfies ViewName[];

const policies = ['ext2', 'writeback', 'ordered', 'journal', 'reiserfs', 'jfs', 'xfs'];

/**
 * What a lab can set in a picture at its beginning, as in `with="policy=ext2, rule=noRevoke"`: the words that each option
 * takes, or `id` for the id of a prediction in the lab.
 */
export const viewOptions: Partial<Record<ViewName, Readonly<Record<string, readonly string[] | 'id'>>>> = {
  'file-pool': { verb: ['run', 'fault'] },
  'journal-power-cut': {
    policy: policies,
    script: ['mixed', 'used-again', 'at-once'],
    choose: ['nothing', 'policy', 'rule'],
    rule: ['noBarrier', 'noRevoke', 'earlyReuse'],
  },
  'minidisk-cache': { verb: ['phase', 'request'] },
  'tape-codecs': { verb: ['all', 'choose'] },
  'zfs-conversion': { names: ['numbered', 'hex'], verb: ['convert', 'cut'], until: 'id' },
};

/** A live picture and the options that it begins with. */
export interface ViewChoice {
  name: string;
  options: Readonly<Record<string, string>>;
}

/** A view with options is written as an address with a query, so that a lab needs no other format for it. */
export const viewText = (name: string, options: ViewChoice['options']): string => {
  const query = new URLSearchParams(options).toString();
  return query ? `${name}?${query}` : name;
};

export function viewOf(text: string): ViewChoice {
  const [name = '', query = ''] = text.split('?', 2);
  return { name, options: Object.fromEntries(new URLSearchParams(query)) };
}

export const isForm = (text: string): boolean => forms.includes(viewOf(text).name);
export const isLongForm = (text: string): boolean => longForms.includes(viewOf(text).name);
