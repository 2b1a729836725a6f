/** Names of the interactive models in web/src/views. */
export const viewNames = [
  'aldc-steps',
  'directory',
  'directory-locks',
  'file-fragments',
  'file-pool',
  'journal-power-cut',
  'journal-runs',
  'minidisk-cache',
  'network',
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

/** Views that are forms with an answer: they are in the text and take its full width. */
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

/** Forms as high as a window or higher: they are folded into one line. */
const longForms: readonly string[] = [
  'path-advisor',
  'sfs-diagnosis',
  'sfs-planning',
  'which-file-system',
] satisfies ViewName[];

const policies = ['ext2', 'writeback', 'ordered', 'journal', 'reiserfs', 'jfs', 'xfs'];

/**
 * The initial options of each view that a lab can set, as in `with="policy=ext2, rule=noRevoke"`. Each option has the
 * list of words that it accepts, or `id` if it accepts the id of a prediction in the lab.
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

/** An interactive model and its initial options. */
export interface ViewChoice {
  name: string;
  options: Readonly<Record<string, string>>;
}

/** Returns a view and its options as an address with a query, so that labs need no other format. */
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
