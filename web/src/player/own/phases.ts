/** The phases read from an IOzone run; other tests are ignored. */
export const phases = ['write', 'rewrite', 'read', 'reread'] as const;
export type Phase = (typeof phases)[number];
