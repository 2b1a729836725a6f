import { minIndex } from 'd3-array';

/** A value at which the cursor can stop, in axis units, with its description. */
export interface Stop {
  x: number;
  y: number;
  text: string;
  /** The published value at this stop: see `Point.cell`. */
  cell?: string | undefined;
}

export interface Track {
  name: string;
  stops: Stop[];
}

/** A chart's cursor, which keys or the pointer move along a track and between tracks. */
export class Cursor {
  track = $state(0);
  index = $state(0);
  shown = $state(false);
  readonly #tracks: () => Track[];

  constructor(tracks: () => Track[]) {
    this.#tracks = tracks;
  }

  get stop(): Stop | undefined {
    return this.shown ? this.#tracks()[this.track]?.stops[this.index] : undefined;
  }

  get text(): string {
    const { stop } = this;
    return stop ? `${this.#tracks()[this.track]?.name ?? ''}: ${stop.text}` : '';
  }

  /** Handles a key press; returns whether the cursor uses the key. */
  key(key: string): boolean {
    const tracks = this.#tracks().map(({ stops }) => stops.length);
    if (!tracks.some(Boolean)) return false;
    const last = (tracks[this.track] ?? 0) - 1;
    const page = Math.max(1, Math.round(last / 10));
    const along: Record<string, number> = {
      ArrowLeft: this.index - 1,
      ArrowRight: this.index + 1,
      PageDown: this.index - page,
      PageUp: this.index + page,
      Home: 0,
      End: last,
    };
    if (key === 'Escape') {
      const was = this.shown;
      this.shown = false;
      return was;
    }
    const across = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!(key in along) && across === undefined) return false;
    if (!this.shown) this.shown = true;
    else if (across !== undefined) this.#cross(across);
    else this.index = along[key] ?? 0;
    const end = (this.#tracks()[this.track]?.stops.length ?? 1) - 1;
    this.index = Math.min(end, Math.max(0, this.index));
    return true;
  }

  /** Moves to the stop of another track that is nearest in x. */
  #cross(step: number): void {
    const tracks = this.#tracks();
    const from = this.stop;
    let next = this.track;
    do next = (next + step + tracks.length) % tracks.length;
    while (tracks[next]?.stops.length === 0);
    this.track = next;
    if (from) this.index = minIndex(tracks[next]?.stops ?? [], ({ x }) => Math.abs(x - from.x));
  }

  /** Moves to a stop, or hides the cursor. */
  stand(stop: readonly [track: number, index: number] | undefined): void {
    this.shown = stop !== undefined;
    if (stop) [this.track, this.index] = stop;
  }
}
