// Transfers a submission from the page for teachers to the page that shows the submission in its lab. Both pages are
// open in one browser, and no address contains any part of the submission.
import { errorText } from '../engine/error-text';
import type { Lab } from '../lab/types';
import { labPath, linkedPath } from '../lab/pages';
import type { Assignment, Student } from './format';
import type { LogEvent } from '../session/log';

/** One student's submission, to be shown in its lab. */
export interface Review {
  /** The lab against which the submission was graded, in the form that the page shows. */
  lab: Lab;
  /** The folder of the lab’s pictures, with a trailing slash; empty if the lab contains them. */
  pictures: string;
  /** The assignment in the submission's file, on which the student worked. */
  assignment: Assignment;
  student: Student;
  /** The source of the numbers that the student saw. */
  seed: string;
  ended: string;
  events: readonly LogEvent[];
  /** The points of each counted item, according to the teacher’s assignment. */
  points: Readonly<Record<string, { points: number; max: number }>>;
}

const channelName = 'pathlength-review';
const key = 'review';

interface Message {
  /** The name of the review. */
  name: string;
  /** The review; missing in a request for the review. */
  review?: Review;
  problem?: string;
}

/** Returns the address of the page that shows a review. */
export function reviewLink(site: string, name: string): string {
  const url = new URL(linkedPath, site);
  url.searchParams.set(key, name);
  return url.href;
}

/** Returns the address of the page of a lab that a site publishes. */
export const publishedPage = (site: string, id: string): string => new URL(labPath(id), site).href;

/** Returns the address of the folder with the pictures of a lab that a site publishes. */
export const publishedFolder = (site: string, id: string): string => new URL(`labs/${id}/`, site).href;

/** Returns the name of the review in the address of a page. */
export const reviewIn = (address: string): string | undefined => new URL(address).searchParams.get(key) ?? undefined;

/** Answers the pages that ask for a review; `find` returns undefined for the reviews of other pages. */
export function answerReviews(find: (name: string) => Promise<Review> | undefined): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.review !== undefined || data.problem !== undefined) return;
    const { name } = data;
    find(name)?.then(
      (review) => channel.postMessage({ name, review } satisfies Message),
      (error: unknown) => channel.postMessage({ name, problem: errorText(error) } satisfies Message),
    );
  };
}

/**
 * Asks the page for teachers for a review. If that page is not open, there is no response, and the promise stays
 * pending.
 */
export function askReview(name: string): Promise<Review> {
  const channel = new BroadcastChannel(channelName);
  return new Promise<Review>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.name !== name) return;
      if (data.review) resolve(data.review);
      else if (data.problem !== undefined) reject(new Error(data.problem));
    };
    channel.postMessage({ name } satisfies Message);
  }).finally(() => channel.close());
}
