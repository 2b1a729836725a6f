// The page of a lab under construction, which the browser renders again after each change.
import { mount, unmount } from 'svelte';
import { engine } from '../engine';
import { gradableBlocks } from '../lab/lean';
import type { Lab, Scenario } from '../lab/types';
import { openLab, type Island } from '../player/islands';
import { guardReveals } from '../player/reveals.svelte';
import { Session } from '../session/session.svelte';
import LabText from '../player/LabText.svelte';
import { checkState } from '../player/link/check';
import type { Folder } from './folder';

/** The time for which mounting may block the page's thread, in milliseconds: the author may be typing. */
const slice = 25;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Returns a lab with inlined pictures: a lab under construction has no address to fetch them from. */
export function withPictures(lab: Lab, files: Folder['files']): Lab {
  const picture = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(picture);
    if (value === null || typeof value !== 'object') return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, picture(inner)]));
    return copy['kind'] === 'image' ? { ...copy, src: files[copy['src'] as string] ?? '' } : copy;
  };
  const { introduction, steps } = lab;
  return { ...lab, ...(picture({ introduction, steps }) as Pick<Lab, 'introduction' | 'steps'>) };
}

/**
 * Returns all data of a lab that the engine uses: if two labs have the same data, the engine need not open the second.
 */
const computed = (lab: Lab): string => JSON.stringify({ ...lab, introduction: [], steps: [] });

const places = (page: Element | undefined): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-island]') ?? []),
];
const nameOf = (place: HTMLElement): string => place.dataset['island'] ?? '';

export class Preview {
  readonly #pane: HTMLElement;
  #page: HTMLElement | undefined;
  #session: Session | undefined;
  #parts: ReturnType<typeof mount>[] = [];
  #shown = '';
  #opened = '';
  /** Counts pages, so that a page is not finished once a newer one replaces it. */
  #turn = 0;

  constructor(pane: HTMLElement) {
    this.#pane = pane;
  }

  /** The settings of the displayed lab. */
  get settings(): Scenario {
    return this.#session?.settings ?? {};
  }

  /** Replaces the displayed lab. The reader's work and scroll position are kept as far as they fit the new lab. */
  async show(lab: Lab, files: Folder['files']): Promise<void> {
    const shown = withPictures(lab, files);
    const text = JSON.stringify(shown);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#open(lab);
    const turn = ++this.#turn;
    const asked = Promise.resolve(gradableBlocks(shown));
    const { session, islands } = openLab(shown, () => asked, new Session(shown, { engine }));
    if (this.#session?.lab.id === lab.id) session.restore(checkState(shown, this.#session.state).state);
    this.#session = session;
    const back = this.#swap(shown);
    guardReveals(session);
    back();
    await this.#fill(islands, () => turn === this.#turn);
  }

  /** Removes the page and its interactive parts. */
  clear(): void {
    this.#turn += 1;
    this.#shown = '';
    this.#remove(this.#parts);
    this.#parts = [];
    this.#pane.replaceChildren();
  }

  #open(lab: Lab): void {
    const needed = computed(lab);
    if (needed === this.#opened) return;
    this.#opened = needed;
    engine.begin('open', [lab]);
  }

  #remove(parts: ReturnType<typeof mount>[]): void {
    for (const part of parts) void unmount(part);
  }

  /** Renders the lab's text and releases the old page; returns a function that restores the scroll position. */
  #swap(lab: Lab): () => void {
    const pane = this.#pane;
    const old = this.#page;
    const heights = new Map(places(old).map((place) => [nameOf(place), place.offsetHeight]));
    const top = (): number => pane.getBoundingClientRect().top;
    const mark = [...(old?.querySelectorAll('[id]') ?? [])].find((element) => {
      const box = element.getBoundingClientRect();
      return box.height > 0 && box.bottom > top() + 20 && box.height < pane.offsetHeight;
    });
    const above = mark && mark.getBoundingClientRect().top - top();
    const { scrollTop } = pane;

    const page = (this.#page = document.createElement('div'));
    page.className = 'sheet lab';
    const parts = this.#parts;
    pane.replaceChildren(page);
    this.#parts = [mount(LabText, { target: page, props: { lab, files: '' } })];
    this.#remove(parts);
    // Until a part is mounted, its place keeps its former height.
    for (const place of places(page)) place.style.minHeight = `${heights.get(nameOf(place)) ?? 0}px`;
    return () => {
      pane.scrollTop = scrollTop;
      const found = mark && page.querySelector(`[id="${mark.id}"]`);
      if (found && above !== undefined) pane.scrollTop += found.getBoundingClientRect().top - top() - above;
    };
  }

  /** Mounts the interactive parts in their places, visible parts first. */
  async #fill(islands: Record<string, Island>, current: () => boolean): Promise<void> {
    const { top, height } = this.#pane.getBoundingClientRect();
    const far = (place: HTMLElement): number => {
      const box = place.getBoundingClientRect();
      return Math.max(0, box.top - top - height, top - box.bottom);
    };
    const near = places(this.#page)
      .map((place) => ({ place, distance: far(place) }))
      .sort((a, b) => a.distance - b.distance);
    let since = performance.now();
    for (const { place } of near) {
      const island = islands[nameOf(place)];
      const [module, props] = await Promise.all([island?.load(), island?.props()]);
      if (!current()) return;
      if (module) this.#parts.push(mount(module.default, { target: place, props: props ?? {} }));
      place.style.minHeight = '';
      if (performance.now() - since < slice) continue;
      await pause();
      if (!current()) return;
      since = performance.now();
    }
  }
}
