import { count, counted, short } from '../../../charts/format';
import { time } from '../../time';
import {
  requestLocations,
  type ServerInfo,
  type ServerActivity,
  type ServerSnapshot,
  type RequestLocation,
} from '../../../engine/live/server/protocol';

/** Returns the title of a user, counted from 1. */
export const userName = (user: number | undefined): string => (user === undefined ? '' : `User ${count(user + 1)}`);

export const percent = (share: number): string => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–');

/** Formats the simulated time in minutes and seconds. */
export const clockTime = (seconds: number): string => {
  const tenths = Math.floor(10 * seconds + 1e-6);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${count(minutes)} min ${(rest / 10).toFixed(1).padStart(4, '0')} s`;
};

/** Returns the number of requests, or of thinking users, in each state. */
export function countsOf(moment: ServerSnapshot): Record<RequestLocation, number> {
  const counts = requestLocations.map(() => 0);
  for (const place of moment.locations) counts[place] = (counts[place] ?? 0) + 1;
  return Object.fromEntries(requestLocations.map((place, at) => [place, counts[at] ?? 0])) as Record<
    RequestLocation,
    number
  >;
}

/** Short descriptions of the thread's activities. */
export const activityWords: Record<ServerActivity, string> = {
  idle: 'is idle',
  cpu: 'works',
  stall: 'waits for a page',
  uncounted: 'is blocked, uncounted',
  checkpoint: 'takes a checkpoint',
};

const are = (number: number): string => (number === 1 ? 'is' : 'are');
const requests = (number: number): string => counted(number, 'request', 'requests');

/**
 * Describes the activity of the thread and the requests that wait for it. Without `counts`, the description contains no
 * numbers: during playback, they would change before they can be read.
 */
export function describeThread(moment: ServerSnapshot, counts = true): string {
  const { activity, faults, quiescing } = moment;
  const numbers = countsOf(moment);
  const behind = numbers.firstDispatch + numbers.redispatch;
  const inside = behind + numbers.server + numbers.disk + numbers.lock;
  const request = `${userName(moment.user)}’s request`;
  const held = !counts
    ? 'new requests are held'
    : numbers.held
      ? `${requests(numbers.held)} ${are(numbers.held)} held`
      : 'new requests are held';
  const draining =
    quiescing && activity !== 'checkpoint'
      ? ` A checkpoint is due: ${held}, and ${!counts ? 'active requests' : inside === 1 ? 'the active request' : `the ${count(inside)} active requests`} must end first.`
      : '';
  const waiting = !counts ? '' : behind === 0 ? '; the queue is empty' : `; ${requests(behind)} ${are(behind)} queued`;
  switch (activity) {
    case 'cpu':
      return `The thread works for ${userName(moment.user)}${waiting}.${draining}`;
    case 'stall':
      return `${request} waits for ${faults === 1 ? 'a page' : `${count(faults)} pages, one after the other`}${waiting}.${draining}`;
    case 'uncounted':
      return `${request} blocks the thread; no counter includes this time${waiting}.${draining}`;
    case 'checkpoint':
      return `A checkpoint blocks the thread for ${time(moment.progress.checkpoint)}; ${held} until it ends.`;
    default:
      return `The thread is idle: no request is queued${counts && numbers.disk ? `, and ${counted(numbers.disk, 'I/O is', 'I/Os are')} in progress` : ''}.${draining}`;
  }
}

/** Describes the last event. */
export function describeEvent({ event, eventUser, quiescing }: ServerSnapshot): string {
  const user = userName(eventUser);
  switch (event) {
    case 'arrival':
      return quiescing ? `${user} sends a request, which is held.` : `${user} sends a request.`;
    case 'io':
      return `${user}’s request leaves the thread for a disk.`;
    case 'ioEnd':
      return `The I/O of ${user}’s request ends: the request joins the end of the queue.`;
    case 'end':
      return `${user} receives its response and thinks.`;
    case 'checkpointEnd':
      return 'The checkpoint ends and the held requests enter the server.';
    default:
      return 'All users think.';
  }
}

/** Describes the service demand of a request. */
export function describeDemand({ users, agents, ios, cpuMs, stallMs, uncountedMs }: ServerInfo): string {
  const limited = agents < users ? ` There are ${counted(agents, 'agent', 'agents')}.` : '';
  const blocking = uncountedMs > 0 ? `, and ${time(uncountedMs / 1000)} of blocking that no counter includes` : '';
  return `${counted(users, 'user', 'users')}. A request takes ${time(cpuMs / 1000)} of CPU time${blocking ? ',' : ' and'} ${time(stallMs / 1000)} of waiting for pages${blocking}. It visits the thread ${short(1 + ios)} times, with ${short(ios)} block I/Os in between. All values are means.${limited}`;
}
