// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const disks = [
  'in-order',
  'cached',
  'lost-flush',
] as const;

export const losses = [
  'nothing',
  'oldest',
  'alternate',
  'all',
  'torn',
  'rot',
] as const;
