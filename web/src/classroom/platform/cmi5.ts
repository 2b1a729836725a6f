// A cmi5 session: launch parameters, launch data, and statements in the order that the specification requires.
import type { Student } from '../format';
import {
  isComplete,
  isoDuration,
  PlatformError,
  progressOf,
  rounded,
  shareOf,
  tidy,
  type Bookmark,
  type Outcome,
  type Platform,
} from './platform';
import { fetchToken, XapiClient } from './xapi';

const verbs = 'http://adlnet.gov/expapi/verbs/';
const cmi5 = 'https://w3id.org/xapi/cmi5/';

/** Verbs that may be sent only once across all sessions of a student. */
const onceVerbs = ['completed', 'passed'] as const;
type Verb = (typeof onceVerbs)[number] | 'initialized' | 'failed' | 'terminated' | 'progressed';

type Json = Record<string, unknown>;
const fields = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The parameters that a platform adds to the address of a lab. */
interface Launch {
  endpoint: string;
  fetch: string;
  actor: Json;
  registration: string;
  activityId: string;
}

function readLaunch(search: string): Launch {
  const query = new URLSearchParams(search);
  const read = (name: string): string => {
    const value = query.get(name);
    if (!value)
      throw new PlatformError(
        'No learning platform with cmi5 opened this page: the page’s address has no launch parameters.',
      );
    return value;
  };
  const texts = [read('endpoint'), read('fetch'), read('registration'), read('activityId')] as const;
  let actor: Json;
  try {
    actor = fields(JSON.parse(read('actor')));
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw new PlatformError('The learning platform sent an unreadable description of the student.');
  }
  const [endpoint, fetch, registration, activityId] = texts;
  return { endpoint, fetch, actor, registration, activityId };
}

/** Returns the student from the account that the platform provides. */
const studentOf = (actor: Json): Student => ({
  id: tidy(String(fields(actor['account'])['name'] ?? actor['mbox'] ?? '')),
  name: tidy(typeof actor['name'] === 'string' ? actor['name'] : ''),
});

/** The name of the document in the platform's storage from which the next session continues. */
const stateId = 'pathlength';

class Cmi5Session implements Platform {
  readonly student: Student;
  readonly records: boolean;
  readonly pass?: number;
  readonly bookmark: Bookmark;
  readonly maxWorkChars = Infinity;
  readonly returnAddress?: string;
  readonly #client: XapiClient;
  readonly #launch: Launch;
  readonly #template: Json;
  readonly #began = performance.now();
  /** The verbs sent in this session, and the verbs of earlier sessions that must not be sent again. */
  readonly #sent: Set<string>;
  /** The progress that was last sent, in percent. */
  #progress: number;

  constructor(client: XapiClient, launch: Launch, data: Json, stored: Json) {
    this.#client = client;
    this.#launch = launch;
    this.#template = fields(data['contextTemplate']);
    this.student = studentOf(launch.actor);
    this.records = (data['launchMode'] ?? 'Normal') === 'Normal';
    const { masteryScore: pass, returnURL } = data;
    if (typeof pass === 'number' && pass >= 0 && pass <= 1) this.pass = pass;
    // A `javascript:` address would run in this page.
    if (typeof returnURL === 'string' && /^https?:/i.test(returnURL)) this.returnAddress = returnURL;
    const { work, place, sent, progress } = stored;
    this.bookmark = {
      work: typeof work === 'string' ? work : undefined,
      place: typeof place === 'string' ? place : '',
    };
    this.#sent = new Set(list(sent).map(String));
    this.#progress = typeof progress === 'number' ? progress : 0;
  }

  /** Reports that the lab is ready. */
  initialize = (): Promise<void> => this.#client.post([this.#statement('initialized')]);

  async send(outcome: Outcome, bookmark: Bookmark): Promise<void> {
    const verbs = this.#due(outcome, ['completed', 'passed']);
    const statements = verbs.map((verb) => this.#statement(verb, outcome));
    const progress = Math.floor(progressOf(outcome) * 100);
    const hasProgressed = progress > this.#progress && !isComplete(outcome);
    if (hasProgressed) statements.push(this.#statement('progressed', outcome));
    if (statements.length) await this.#client.post(statements);
    for (const verb of verbs) this.#sent.add(verb);
    if (hasProgressed) this.#progress = progress;
    await this.#save(bookmark);
  }

  async end(outcome: Outcome | undefined, bookmark: Bookmark): Promise<void> {
    // A session must not report both `failed` and `passed`, so a failure is reported only at its end.
    const verbs = outcome ? this.#due(outcome, ['completed', 'passed', 'failed']) : [];
    const statements = [
      ...verbs.map((verb) => this.#statement(verb, outcome)),
      this.#statement('terminated', undefined, performance.now() - this.#began),
    ];
    for (const verb of verbs) this.#sent.add(verb);
    try {
      await Promise.all([this.#client.post(statements), this.#save(bookmark)]);
    } catch (error) {
      for (const verb of verbs) this.#sent.delete(verb);
      throw error;
    }
  }

  /** Returns the verbs that an outcome requires and that may still be sent. */
  #due(outcome: Outcome, verbs: readonly Verb[]): Verb[] {
    if (!this.records) return [];
    const isDue = (verb: Verb): boolean => {
      if (verb === 'completed') return isComplete(outcome);
      return outcome.verdict === verb && !this.#sent.has('passed');
    };
    return verbs.filter((verb) => isDue(verb) && !this.#sent.has(verb));
  }

  #save({ work, place }: Bookmark): Promise<void> {
    const sent = onceVerbs.filter((verb) => this.#sent.has(verb));
    return this.#client.write('activities/state', stateQuery(this.#launch, stateId), {
      work,
      place,
      sent,
      progress: this.#progress,
    });
  }

  #statement(verb: Verb, outcome?: Outcome, sessionMs?: number): Json {
    const { actor, activityId } = this.#launch;
    const result = { ...resultOf(verb, outcome), ...(sessionMs !== undefined && { duration: isoDuration(sessionMs) }) };
    return {
      id: crypto.randomUUID(),
      actor,
      verb: { id: verbs + verb, display: { en: verb } },
      object: { objectType: 'Activity', id: activityId },
      ...(Object.keys(result).length > 0 && { result }),
      context: this.#context(verb),
      timestamp: new Date().toISOString(),
    };
  }

  /** Returns the platform's context template with the additions that a verb needs. */
  #context(verb: Verb): Json {
    const activities = fields(this.#template['contextActivities']);
    const isJudged = ['completed', 'passed', 'failed'].includes(verb);
    const categories = [
      // cmi5 allows `progressed`, but does not define it.
      ...(verb === 'progressed' ? [] : ['cmi5']),
      ...(isJudged ? ['moveon'] : []),
    ].map((name) => ({ id: `${cmi5}context/categories/${name}` }));
    const category = [...list(activities['category']), ...categories];
    const isByMastery = this.pass !== undefined && (verb === 'passed' || verb === 'failed');
    return {
      ...this.#template,
      registration: this.#launch.registration,
      contextActivities: { ...activities, ...(category.length > 0 && { category }) },
      extensions: {
        ...fields(this.#template['extensions']),
        ...(isByMastery && { [`${cmi5}context/extensions/masteryscore`]: this.pass }),
      },
    };
  }
}

/** Returns the result of a statement: each verb allows only some of the fields. */
function resultOf(verb: Verb, outcome: Outcome | undefined): Json {
  if (!outcome) return {};
  const duration = isoDuration(outcome.spentMs);
  if (verb === 'completed') return { completion: true, duration };
  if (verb === 'progressed')
    return { extensions: { [`${cmi5}result/extensions/progress`]: Math.floor(progressOf(outcome) * 100) } };
  const { points, maxPoints } = outcome;
  const isWhole = Number.isInteger(points) && Number.isInteger(maxPoints);
  const score = { scaled: rounded(shareOf(outcome) ?? 0), ...(isWhole && { raw: points, min: 0, max: maxPoints }) };
  return { success: verb === 'passed', score, duration };
}

const stateQuery = ({ activityId, actor, registration }: Launch, stateId: string): Record<string, string> => ({
  activityId,
  agent: JSON.stringify(actor),
  registration,
  stateId,
});

/**
 * Starts the session that the page's address describes.
 *
 * @throws {PlatformError} If the address has no launch parameters, or the launch is refused.
 */
export async function connectCmi5(search = location.search): Promise<Platform> {
  const launch = readLaunch(search);
  const client = new XapiClient(launch.endpoint, await fetchToken(launch.fetch));
  const agent = JSON.stringify(launch.actor);
  const [data, stored] = await Promise.all([
    client.read('activities/state', stateQuery(launch, 'LMS.LaunchData')),
    client.read('activities/state', stateQuery(launch, stateId)),
    // The specification requires this request for the learner's preferences; a package has no audio and only one
    // language.
    client.read('agents/profile', { agent, profileId: 'cmi5LearnerPreferences' }),
  ]);
  const session = new Cmi5Session(client, launch, fields(data), fields(stored));
  await session.initialize();
  return session;
}
