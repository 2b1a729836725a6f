import type {
  requestLocations,
  seekTargets,
  serverActivities,
  serverColumns,
  serverEvents,
  statisticsColumns,
  threadProgressColumns,
} from '../../generated/file-pool';

export { maxSamples, requestLocations, sampleIntervalS } from '../../generated/file-pool';

/** A server: the lab's parameters, and the numeric settings of a scenario, by name. */
export interface ServerConfig {
  parameters: Record<string, number>;
  settings: Record<string, number>;
}

export type ServerActivity = (typeof serverActivities)[number];
export type RequestLocation = (typeof requestLocations)[number];
export type ServerEvent = (typeof serverEvents)[number];
export type SeekTarget = (typeof seekTargets)[number];

/** Throughput per second, mean times per request in seconds, active requests, and shares of the thread's time. */
export type Statistics = Record<(typeof statisticsColumns)[number], number>;

/** Numbers of users and agents, and the means per request: I/Os, and demands on the thread in milliseconds. */
export interface ServerInfo extends Record<(typeof serverColumns)[number], number> {
  /** The steady state according to the analytic engine, if that has a solution. */
  steadyState: Statistics | undefined;
}

/** The server at a point in time. Users are numbered from 0. */
export interface ServerSnapshot {
  /** Simulated seconds. */
  now: number;
  activity: ServerActivity;
  /** The user whose request is in service. */
  user: number | undefined;
  /** The elapsed time of the activity, and the durations of its parts, in seconds. */
  progress: Record<(typeof threadProgressColumns)[number], number>;
  /** Number of page faults of the request during this visit to the server. */
  faults: number;
  /** Whether new requests are held. */
  quiescing: boolean;
  event: ServerEvent;
  eventUser: number | undefined;
  /** Indexes into `requestLocations`, by user. */
  locations: Uint8Array;
  /** Users waiting for the server, the next one first. */
  line: Uint32Array;
  /**
   * Samples of the last two minutes, oldest first: active requests, waiting requests, and whether new requests were
   * held.
   */
  active: Uint32Array;
  inLine: Uint32Array;
  held: Uint8Array;
  /** Statistics since the last restart. */
  statistics: Statistics;
}

/** Methods for the page. There is one server at a time. */
export interface ServerApi {
  /** Replaces the server and simulates the given number of seconds. */
  open(config: ServerConfig, seconds: number): { info: ServerInfo; snapshot: ServerSnapshot };
  /** Simulates until the given time. */
  advance(until: number): ServerSnapshot;
  /** Simulates until the target occurs; returns undefined if it is too rare. */
  seek(target: SeekTarget): ServerSnapshot | undefined;
  /** Restarts the statistics. */
  restartStatistics(): ServerSnapshot;
}
