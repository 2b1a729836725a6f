/** The phases of a run of IOzone that are read; its other tests are left alone. */
export const phases = ['write', 'rewrite', 'read', 'reread'] as const;
export type Phase = (typeof phases)[number];
