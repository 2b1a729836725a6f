// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const serverActivities = [
  'idle',
  'cpu',
  'stall',
  'uncounted',
  'checkpoint',
] as const;

export const requestLocations = [
  'thinking',
  'held',
  'agent',
  'lock',
  'firstDispatch',
  'redispatch',
  'server',
  'disk',
] as const;

export const serverEvents = [
  'none',
  'arrival',
  'io',
  'ioEnd',
  'end',
  'checkpointEnd',
] as const;

export const seekTargets = [
  'event',
  'fault',
  'checkpoint',
] as const;

export const threadProgressColumns = [
  'elapsed',
  'cpu',
  'stall',
  'uncounted',
  'checkpoint',
] as const;

export const statisticsColumns = [
  'rate',
  'response',
  'lock',
  'blockIo',
  'other',
  'active',
  'cpu',
  'stall',
  'uncounted',
  'checkpoint',
] as const;

export const serverColumns = [
  'users',
  'agents',
  'ios',
  'cpuMs',
  'stallMs',
  'uncountedMs',
] as const;

export const sampleIntervalS = 0.25;

export const maxSamples = 480;
