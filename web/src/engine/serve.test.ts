import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply, Request } from './protocol';
import { serve, type Handlers } from './serve';

// Node serves its own message channels before its timers, so the test itself would never run.
vi.hoisted(() => {
  class Channel {
    port1 = { onmessage: undefined as (() => void) | undefined };
    port2 = { postMessage: () => setImmediate(() => this.port1.onmessage?.()) };
  }
  vi.stubGlobal('MessageChannel', Channel);
});

let replies: Reply[] = [];
let moved: number[] = [];
let receive: (request: Request) => void = () => undefined;

beforeEach(() => {
  replies = [];
  moved = [];
  vi.stubGlobal('postMessage', (reply: Reply, { transfer }: { transfer: ArrayBuffer[] }) => {
    replies.push(reply);
    moved.push(transfer.length);
  });
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { data: Request }) => void) => {
    receive = (data) => listener({ data });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Endless chunks, each longer than the interval between two message checks. */
function* endless(): Generator<number, never, void> {
  for (let slice = 0; ; slice++) {
    const start = performance.now();
    while (performance.now() - start < 13);
    yield slice / 1000;
  }
}
const engine: Handlers = {
  open: () => undefined,
  reproduce: endless,
  *evaluate(scenarios) {
    yield 0.5;
    return Float64Array.of(scenarios.length);
  },
  evaluateDraws: endless,
  intervals: () => new Float64Array(),
  explain({ fault }) {
    if (fault === 'trap') throw new WebAssembly.RuntimeError('unreachable');
    throw new Error('no such scenario');
  },
  advise: () => ({ ways: [], cells: 0 }),
  diagnose: () => Promise.reject(new Error('the diagnosis module could not be loaded')),
  plan: () => ({ amounts: [], said: '', problems: [] }),
  chooseCodec: () => ({ questions: [], advice: [], rules: [] }),
  chooseFileSystem: () => ({ questions: [], file_systems: [] }),
  readIozone: () => undefined,
  judge: () => Promise.reject(new Error('the lesson module could not be loaded')),
  calculate: () => Promise.resolve(endless()),
  draw: () => Promise.resolve({ n: 7 }),
  measure: () => ({ value: 1 }),
};
const final = (id: number): Reply | undefined => replies.find((reply) => reply.id === id && !('progress' in reply));

test('columns of a value are transferred, not copied', async () => {
  serve(Promise.resolve(engine), () => undefined);
  receive({ id: 1, method: 'evaluate', args: [[{}, {}], ['x']] });
  await vi.waitFor(() => expect(final(1)).toEqual({ id: 1, value: Float64Array.of(2) }));
  expect(moved.at(-1)).toBe(1);
});

test('long call reports progress and can be canceled', async () => {
  serve(Promise.resolve(engine), () => undefined);
  receive({ id: 1, method: 'reproduce', args: ['t'] });
  await vi.waitFor(() => expect(replies.some((reply) => 'progress' in reply)).toBe(true));
  receive({ id: 2, method: 'evaluate', args: [[{}], ['x']] });
  await vi.waitFor(() => expect(final(2)).toBeDefined());
  expect(final(1)).toBeUndefined();
  receive({ cancel: 1 });
  await vi.waitFor(() => expect(final(1)).toEqual({ id: 1, cancelled: true }));
});

test('cancellation of a finished call is confirmed', () => {
  serve(Promise.resolve(engine), () => undefined);
  receive({ cancel: 7 });
  expect(final(7)).toEqual({ id: 7, cancelled: true });
});

test('trap is fatal and has the message of the panic', async () => {
  serve(Promise.resolve(engine), () => 'panicked at model.rs');
  receive({ id: 1, method: 'explain', args: [{}, 'speed'] });
  receive({ id: 2, method: 'explain', args: [{ fault: 'trap' }, 'speed'] });
  await vi.waitFor(() => expect(final(2)).toEqual({ id: 2, error: 'panicked at model.rs', fatal: true }));
  expect(final(1)).toEqual({ id: 1, error: 'no such scenario', fatal: false });
});

test('engine sends no messages after a trap', async () => {
  serve(Promise.resolve(engine), () => undefined);
  receive({ id: 1, method: 'reproduce', args: ['t'] });
  await vi.waitFor(() => expect(replies.length).toBeGreaterThan(0));
  receive({ id: 2, method: 'explain', args: [{ fault: 'trap' }, 'speed'] });
  await vi.waitFor(() => expect(final(2)).toBeDefined());
  const said = replies.length;
  receive({ id: 3, method: 'explain', args: [{}, 'speed'] });
  receive({ cancel: 1 });
  await new Promise((done) => setTimeout(done, 40));
  expect(replies).toHaveLength(said);
});

test('first call ends before the others start, or fails them', async () => {
  let open = (): void => undefined;
  serve(Promise.resolve({ ...engine, open: () => new Promise<void>((done) => (open = done)) }), () => undefined);
  receive({ id: -1, method: 'open', args: [{} as never] });
  receive({ id: 1, method: 'evaluate', args: [[{}], ['x']] });
  await new Promise((done) => setTimeout(done, 20));
  expect(final(1)).toBeUndefined();
  open();
  await vi.waitFor(() => expect(final(1)).toEqual({ id: 1, value: Float64Array.of(1) }));

  serve(Promise.resolve({ ...engine, open: () => Promise.reject(new Error('no such model')) }), () => undefined);
  receive({ id: -1, method: 'open', args: [{} as never] });
  receive({ id: 2, method: 'draw', args: [] as never });
  await vi.waitFor(() => expect(final(2)).toEqual({ id: 2, error: 'no such model', fatal: false }));
});

test('engine that does not load fails every call', async () => {
  serve(Promise.reject(new Error('blocked by the page’s policy')), () => undefined);
  receive({ id: 1, method: 'open', args: [{} as never] });
  receive({ id: 2, method: 'reproduce', args: ['t'] });
  await vi.waitFor(() => expect(final(2)).toBeDefined());
  expect(replies.map((reply) => 'error' in reply && reply.error)).toEqual(
    Array(2).fill('blocked by the page’s policy'),
  );
});
