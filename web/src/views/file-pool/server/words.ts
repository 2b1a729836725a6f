import { count, counted, short } from '../../../charts/format';
import { places, type About, type Doing, type Moment, type Place } from '../../../engine/live/server/protocol';

/** Users are counted from 1. */
export const userName = (user: number | undefined): string => (user === undefined ? '' : `User ${count(user + 1)}`);

export const percent = (share: number): string => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–');

/** A time to three digits, in a unit that suits it. */
export const time = (seconds: number): string =>
  !Number.isFinite(seconds) ? '–' : seconds < 0.9995 ? `${short(1000 * seconds)} ms` : `${short(seconds)} s`;

/** The clock: minutes and seconds. */
export const clock = (seconds: number): string => {
  const tenths = Math.floor(10 * seconds + 1e-6);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${count(minutes)} min ${(rest / 10).toFixed(1).padStart(4, '0')} s`;
};

/** How many requests, or users who think, are in each place. */
export function countsOf(moment: Moment): Record<Place, number> {
  const counts = places.map(() => 0);
  for (const place of moment.places) counts[place] = (counts[place] ?? 0) + 1;
  return Object.fromEntries(places.map((place, at) => [place, counts[at] ?? 0])) as Record<Place, number>;
}

/** What the thread does, in a few words. */
export const doingWords: Record<Doing, string> = {
  idle: 'idle',
  cpu: 'works',
  stall: 'waits for a page',
  uncounted: 'is blocked, uncounted',
  checkpoint: 'checkpoint',
};

const are = (number: number): string => (number === 1 ? 'is' : 'are');
const requests = (number: number): string => counted(number, 'request', 'requests');

/** What the thread does now, and what that means for everybody else, in a sentence or two. */
export function sentence(moment: Moment): string {
  const { doing, faults, quiescing } = moment;
  const counts = countsOf(moment);
  const behind = counts.first + counts.again;
  const inside = behind + counts.server + counts.disk + counts.lock;
  const whose = `${userName(moment.user)}’s request`;
  const draining = quiescing && doing !== 'checkpoint';
  const held = draining
    ? ` A checkpoint is due: ${counts.held ? `${requests(counts.held)} ${are(counts.held)} held` : 'new requests are held'}, and ${inside === 1 ? 'the one inside has' : `the ${count(inside)} inside have`} to end first.`
    : '';
  const stand =
    behind === 0 ? 'nobody stands behind it' : `${requests(behind)} ${behind === 1 ? 'stands' : 'stand'} behind it`;
  switch (doing) {
    case 'cpu':
      return `The thread works for ${userName(moment.user)}; ${stand}.${held}`;
    case 'stall':
      return `${whose} waits for ${faults === 1 ? 'a page' : `${count(faults)} pages, one after the other`}; ${stand}.${held}`;
    case 'uncounted':
      return `${whose} still blocks the thread, and no counter counts it; ${stand}.${held}`;
    case 'checkpoint':
      return `A checkpoint blocks the thread for ${time(moment.stay.checkpoint)}; ${requests(counts.held)} ${are(counts.held)} held until it ends.`;
    default:
      return `The thread is idle: nobody asks for it${counts.disk ? `, and ${counted(counts.disk, 'I/O is', 'I/Os are')} on the disks` : ''}.${held}`;
  }
}

/** What has just happened, as a sentence; empty before anything has. */
export function happened({ event, eventUser, quiescing }: Moment): string {
  const who = userName(eventUser);
  switch (event) {
    case 'arrival':
      return quiescing ? `${who} sends a request, which is held.` : `${who} sends a request.`;
    case 'io':
      return `${who}’s request leaves the thread for a disk.`;
    case 'ioEnd':
      return `The I/O of ${who}’s request ends: it goes to the end of the line.`;
    case 'end':
      return `${who} has an answer and thinks.`;
    case 'checkpointEnd':
      return 'The checkpoint ends, and what was held comes in.';
    default:
      return 'Everybody thinks.';
  }
}

/** What a request needs, in a sentence. */
export function needsWords({ users, agents, ios, needs }: About): string {
  const { cpu, stall, uncounted } = needs;
  const limited = agents < users ? ` There are ${counted(agents, 'agent', 'agents')}.` : '';
  const beyond = uncounted > 0 ? `, and ${time(uncounted / 1000)} of blocking that no counter has` : '';
  return `${counted(users, 'user', 'users')}. A request takes ${time(cpu / 1000)} of CPU time, ${time(stall / 1000)} of waiting for pages${beyond}; it is at the thread ${short(1 + ios)} times, before, between and after ${short(ios)} block I/Os; all in the mean.${limited}`;
}
