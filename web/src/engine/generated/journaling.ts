// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const workloadScripts = [
  'mixed',
  'used-again',
  'at-once',
] as const;

export const writeKinds = [
  'data',
  'metadata',
  'journal',
  'journaled',
  'home',
  'start',
] as const;

export const fileFates = [
  'present',
  'missing',
  'resurrected',
] as const;

export const pageFates = [
  'kept',
  'lost',
  'zero',
  'foreign',
] as const;

export const crashCountColumns = [
  'read',
  'written',
  'replayed',
  'revoked',
  'damagedBlocks',
  'recognized',
  'problemsBefore',
  'problemsAfter',
  'phantomObjects',
  'stalePages',
  'zeroPages',
  'oldPages',
  'missingObjects',
  'resurrectedObjects',
  'oldNames',
  'intactPages',
  'lostSynced',
] as const;

export const extentOwners = [
  'free',
  'metadata',
  'older',
  'first',
] as const;

export const spaceOverheadColumns = [
  'blocks512',
  'blocks1024',
  'blocks2048',
  'blocks4096',
  'tails',
] as const;
