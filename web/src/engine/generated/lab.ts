// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const roles = [
  'baseline',
  'fit',
  'held_out',
  'predicted',
  'missing',
  'damaged',
  'measured',
  'identity',
  'input',
  'built_in',
  'inherited',
  'claim',
] as const;

export const provenances = [
  'published',
  'documented',
  'derived',
  'assumed',
  'fitted',
  'inherited',
] as const;
