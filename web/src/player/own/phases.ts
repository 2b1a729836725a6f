/** The phases of an IOzone run that are read; its other tests are ignored. */
export const phases = ['write', 'rewrite', 'read', 'reread'] as const;
export type Phase = (typeof phases)[number];
