/** A server to watch: the lab's parameters, and a scenario's settings that are numbers, by name. */
export interface Watched {
  parameters: Record<string, number>;
  settings: Record<string, number>;
}

/** What the one thread does, by number. */
export const doings = ['idle', 'cpu', 'stall', 'uncounted', 'checkpoint'] as const;
export type Doing = (typeof doings)[number];

/** Where a user's request is, by number. */
export const places = ['thinking', 'held', 'agent', 'lock', 'first', 'again', 'server', 'disk'] as const;
export type Place = (typeof places)[number];

/** What happened last, by number. */
export const events = ['none', 'arrival', 'io', 'ioEnd', 'end', 'checkpointEnd'] as const;
export type Event = (typeof events)[number];

/** Seconds between two samples of the history, and how many are kept. */
export const sampleEvery = 0.25;
export const mostSamples = 480;

/** Means of a request: how many end in a second, and the time of one and of its parts, in seconds. */
export interface Means {
  rate: number;
  response: number;
  lock: number;
  blockIo: number;
  other: number;
}

/** A server that is watched, and what a closed formula says of its long run, if it has an answer. */
export interface About {
  users: number;
  agents: number;
  /** I/Os of a request in the mean. */
  ios: number;
  /** Milliseconds of the thread that a request takes in the mean. */
  needs: { cpu: number; stall: number; uncounted: number };
  longRun: (Means & { active: number }) | undefined;
}

/** The server at one moment. Users are numbered from 0. */
export interface Moment {
  /** Simulated seconds. */
  now: number;
  doing: Doing;
  /** Whose request is at the server. */
  user: number | undefined;
  /** How long the thread has been at what it is at, in seconds. */
  gone: number;
  /** How long it takes: of a request the processor, page faults as counted and what is not counted; or a checkpoint. */
  stay: { cpu: number; stall: number; uncounted: number; checkpoint: number };
  /** Page faults of the request in this stay at the server. */
  faults: number;
  /** Whether new requests are held. */
  quiescing: boolean;
  event: Event;
  eventUser: number | undefined;
  /** The number of each user's place. */
  places: Uint8Array;
  /** Users in line for the server, the next one first. */
  line: Uint32Array;
  /** The last two minutes, the oldest first: active requests, those in line, and whether new ones were held. */
  active: Uint32Array;
  inLine: Uint32Array;
  held: Uint8Array;
  /** Shares of the thread's time since the count began. */
  shares: { cpu: number; stall: number; uncounted: number; checkpoint: number };
  means: Means;
}

export type Goal = 'event' | 'fault' | 'checkpoint';

/** What the page may ask. There is one server at a time. */
export interface ServerApi {
  /** Begins with another server, and lets so many seconds pass. */
  open(watched: Watched, seconds: number): { about: About; moment: Moment };
  /** Lets time pass until then. */
  advance(until: number): Moment;
  /** Goes on to the next moment of a kind; none if it does not come in a long time. */
  seek(goal: Goal): Moment | undefined;
  /** Counts shares and means from now on. */
  forget(): Moment;
}
