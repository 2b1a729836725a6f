/** Learning platforms for tests: a page with scorm-again, and a server that accepts cmi5 statements. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const scorm = {
  'scorm-1.2': { library: 'scorm12', api: 'API', made: 'Scorm12API' },
  'scorm-2004': { library: 'scorm2004', api: 'API_1484_11', made: 'Scorm2004API' },
} as const;

export type ScormStandard = keyof typeof scorm;

/** The student on every platform here. */
export const student = { id: 's1001', name: 'Lovelace, Ada' };

/**
 * Writes a platform's page next to a package. In the page, `start(data)` starts an attempt with the data of an earlier
 * one, and `stored()` returns the stored data.
 */
export async function writePlatform(folder: string, standard: ScormStandard): Promise<void> {
  const { library, api, made } = scorm[standard];
  const require = createRequire(import.meta.url);
  await writeFile(join(folder, 'scorm.js'), await readFile(require.resolve(`scorm-again/${library}/min`)));
  const names = standard === 'scorm-1.2' ? ['core.student_id', 'core.student_name'] : ['learner_id', 'learner_name'];
  const learner = { [`cmi.${names[0]}`]: student.id, [`cmi.${names[1]}`]: student.name };
  await writeFile(
    join(folder, 'platform.html'),
    `<!doctype html><html lang="en"><title>Platform</title><link rel="icon" href="data:,"><script src="scorm.js"></script><script>
      const api = (window.${api} = new ${made}({ autocommit: false }));
      window.start = (data) => {
        api.loadFromFlattenedJSON({ ...${JSON.stringify(learner)}, ...data });
        const frame = Object.assign(document.createElement('iframe'), { src: 'index.html', width: 1200, height: 700 });
        document.body.append(frame);
      };
      window.leave = () => document.querySelector('iframe').remove();
      window.stored = () => api.getFlattenedCMI();
    </script><body></body></html>`,
  );
}

type Json = Record<string, unknown>;
type Statement = {
  id: string;
  actor: Json;
  verb: { id: string };
  object: { id: string };
  result?: Json & { score?: Json; extensions?: Json };
  context: { registration: string; extensions: Json; contextActivities: Record<string, { id: string }[] | undefined> };
  timestamp: string;
};

const cmi5 = 'https://w3id.org/xapi/cmi5/';
const sessionKey = `${cmi5}context/extensions/sessionid`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
}

/** A cmi5 platform for one registration of one student. It records every violation of the specification. */
export class Cmi5Platform {
  readonly breaches: string[] = [];
  /** The statements of each session. */
  readonly sessions: Statement[][] = [];
  readonly #documents = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(
      ([status, body]) => {
        // The package comes from another origin.
        response.writeHead(status, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'authorization, content-type, x-experience-api-version',
          'access-control-allow-methods': 'GET, PUT, POST',
          'content-type': 'application/json',
        });
        response.end(body);
      },
      (error: unknown) => {
        this.breaches.push(String(error));
        response.writeHead(500).end();
      },
    );
  });
  readonly #actor = {
    objectType: 'Agent',
    account: { homePage: 'https://example.org', name: student.id },
    name: 'Ada',
  };
  readonly #registration = crypto.randomUUID();
  readonly #activity = 'https://example.org/activities/17';
  readonly #publisher: string;
  readonly #pass: number | undefined;
  /** Launches whose token has not been fetched yet. */
  readonly #open = new Set<number>();

  /** Creates a platform; `publisher` is the id of the unit in cmi5.xml, and `pass` is its mastery score. */
  constructor(publisher: string, pass: number | undefined) {
    this.#publisher = publisher;
    this.#pass = pass;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get #url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Launches a session; returns the parameters for the unit's address. */
  launch({ mode = 'Normal', back }: { mode?: string; back?: string } = {}): string {
    const session = this.sessions.push([]) - 1;
    this.#open.add(session);
    const data = {
      contextTemplate: {
        extensions: { [sessionKey]: `session-${session}` },
        contextActivities: { grouping: [{ id: this.#publisher }] },
      },
      launchMode: mode,
      moveOn: 'Passed',
      ...(this.#pass !== undefined && { masteryScore: this.#pass }),
      ...(back !== undefined && { returnURL: back }),
    };
    this.#documents.set('LMS.LaunchData', JSON.stringify(data));
    const query = new URLSearchParams({
      endpoint: `${this.#url}xapi/`,
      fetch: `${this.#url}token?session=${session}`,
      actor: JSON.stringify(this.#actor),
      registration: this.#registration,
      activityId: this.#activity,
    });
    return `?${query}`;
  }

  /** Returns the verbs of a session without their common prefix. */
  verbs = (session: number): string[] =>
    (this.sessions[session] ?? []).map(({ verb }) => verb.id.replace('http://adlnet.gov/expapi/verbs/', ''));

  statement(session: number, verb: string): Statement | undefined {
    return this.sessions[session]?.[this.verbs(session).indexOf(verb)];
  }

  async #answer(request: IncomingMessage): Promise<[number, string]> {
    if (request.method === 'OPTIONS') return [204, ''];
    const url = new URL(request.url ?? '', this.#url);
    const body = await bodyOf(request);
    if (url.pathname === '/token') {
      const session = Number(url.searchParams.get('session'));
      if (request.method !== 'POST') this.breaches.push('the token was not asked for by POST');
      if (!this.#open.delete(session)) return [200, '{"error-code":"1","error-text":"Already used"}'];
      return [200, JSON.stringify({ 'auth-token': `token-${session}` })];
    }
    const [, session] = /^Basic token-(\d+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (session === undefined) return [401, ''];
    if (!/^1\.0\.\d$/.test(String(request.headers['x-experience-api-version']))) return [400, ''];
    return this.#resource(Number(session), request.method ?? '', url, body);
  }

  #resource(session: number, method: string, url: URL, body: string): [number, string] {
    const path = url.pathname.replace('/xapi/', '');
    if (path === 'statements' && method === 'POST') {
      const statements = [JSON.parse(body)].flat() as Statement[];
      for (const statement of statements) this.#take(session, statement);
      return [200, JSON.stringify(statements.map(({ id }) => id))];
    }
    const isOurs = url.searchParams.get('agent') === JSON.stringify(this.#actor);
    if (!isOurs) return [403, ''];
    if (path === 'agents/profile' && method === 'GET') return [404, ''];
    const isState =
      url.searchParams.get('registration') === this.#registration &&
      url.searchParams.get('activityId') === this.#activity;
    if (path !== 'activities/state' || !isState) return [403, ''];
    const id = url.searchParams.get('stateId') ?? '';
    if (method === 'GET') return this.#documents.has(id) ? [200, this.#documents.get(id) ?? ''] : [404, ''];
    if (id === 'LMS.LaunchData') this.breaches.push('the launch data were written');
    this.#documents.set(id, body);
    return [204, ''];
  }

  /** Accepts a statement and checks it against sections 7 and 9 of the specification. */
  #take(session: number, statement: Statement): void {
    const earlier = this.verbs(session);
    this.sessions[session]?.push(statement);
    const verb = this.verbs(session).at(-1) ?? '';
    const demand = (holds: boolean, rule: string): void => {
      if (!holds) this.breaches.push(`${verb}: ${rule}`);
    };
    const { id, actor, object, result = {}, context, timestamp } = statement;
    const categories = (context.contextActivities['category'] ?? []).map(({ id }) => id);
    const isDefined = categories.includes(`${cmi5}context/categories/cmi5`);
    const isJudged = result['success'] !== undefined || result['completion'] !== undefined;

    demand(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id), 'the id is a UUID');
    demand(JSON.stringify(actor) === JSON.stringify(this.#actor), 'the actor is that of the launch');
    demand(object.id === this.#activity, 'the object is that of the launch');
    demand(/Z$/.test(timestamp) && !Number.isNaN(Date.parse(timestamp)), 'the time is in UTC');
    demand(context.registration === this.#registration, 'the registration is that of the launch');
    demand(context.extensions[sessionKey] === `session-${session}`, 'the session is that of the template');
    demand(context.contextActivities['grouping']?.[0]?.id === this.#publisher, 'the template is kept');
    demand(isDefined !== (verb === 'progressed'), 'the category is that of the verb');
    demand(isJudged === categories.includes(`${cmi5}context/categories/moveon`), 'moveOn stands where it is judged');

    demand((earlier.length === 0) === (verb === 'initialized'), 'the first statement says that it is ready');
    demand(!earlier.includes('terminated'), 'no statement follows the last');
    const inAll = this.sessions.flatMap((_, at) => this.verbs(at));
    if (verb !== 'progressed') demand(!earlier.includes(verb), 'a verb stands once in a session');
    for (const once of ['completed', 'passed'])
      demand(inAll.filter((each) => each === once).length < 2, `a student has ${once} once`);
    if (verb === 'failed') demand(!inAll.includes('passed'), 'a student who passed does not fail');
    demand(!(earlier.includes('failed') && verb === 'passed'), 'a session has one result');

    demand((verb === 'completed') === (result['completion'] === true), 'completion stands where it belongs');
    demand((verb === 'passed') === (result['success'] === true), 'success stands where it belongs');
    demand((verb === 'failed') === (result['success'] === false), 'failure stands where it belongs');
    demand(['passed', 'failed'].includes(verb) === (result.score !== undefined), 'a score stands where it belongs');
    if (['completed', 'passed', 'failed', 'terminated'].includes(verb))
      demand(/^PT[\d.]+S$/.test(String(result['duration'])), 'the duration is ISO 8601');
    if (!result.score) return;
    const scaled = Number(result.score['scaled']);
    demand(scaled >= (this.#pass ?? 0) === (verb === 'passed'), 'score and verb agree');
    demand(context.extensions[`${cmi5}context/extensions/masteryscore`] === this.#pass, 'the mastery score is named');
  }
}
