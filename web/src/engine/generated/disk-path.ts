// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const cacheEvents = [
  'hit',
  'fill',
  'evicted',
  'bypass',
  'write',
] as const;

export const phases = [
  'write',
  'rewrite',
  'read',
  'reread',
] as const;
