// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const formats = [
  'v4',
  'v5',
] as const;

export const directoryEvents = [
  'directoryLocked',
  'pageLocked',
  'pageProbed',
  'levelDescended',
  'nameCompared',
  'pieceWalked',
  'cacheHit',
  'bytesCopied',
  'blockLogged',
  'pageAdded',
  'pageFreed',
  'split',
  'merge',
] as const;

export const versions = [
  '1.4',
  '1.5',
] as const;

export const blockOwners = [
  'nobody',
  'header',
  'anodes',
  'v4',
  'v5',
  'file',
] as const;

export const writePurposes = [
  'log',
  'bitmap',
  'home',
] as const;

export const planMachines = [
  'z9',
  'z196',
  'zEC12',
] as const;

export const plexes = [
  'monoplex',
  'client',
] as const;

export const directoryLocks = [
  'none',
  'directory',
  'pages',
] as const;

export const taskStates = [
  'outside',
  'waiting',
  'holding',
  'logging',
] as const;
