// The code that a chart needs once a reader uses it: it finds the mark nearest to the pointer, draws a zoom box, zooms,
// and plays sound. Fetched when a pointer or the focus first enters a chart.
import { brushX, type D3BrushEvent } from 'd3-brush';
import { Delaunay } from 'd3-delaunay';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom';
import type { Track } from './cursor.svelte';
import type { Plot } from './plot';

export { play } from './sound';

/** Maximum distance between a pointer and a mark, in pixels. */
const reach = 60;

/** A box narrower than this, in pixels, counts as a click. */
const minBox = 8;

/** The maximum zoom factor. */
const maxZoom = 1000;

/** A mark, by track index and index in the track. */
export type Mark = readonly [track: number, index: number];

/** Returns a function that finds the mark nearest to a position in pixels; undefined if none is near. */
export function nearest(tracks: readonly Track[], plot: Plot): (x: number, y: number) => Mark | undefined {
  const marks = tracks.flatMap(({ stops }, track) =>
    stops
      .map(({ x, y }, index) => ({ mark: [track, index] as Mark, x: plot.x(x), y: plot.y(y) }))
      .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
  );
  const mesh = Delaunay.from(
    marks,
    ({ x }) => x,
    ({ y }) => y,
  );
  return (x, y) => {
    const found = marks[mesh.find(x, y)];
    return found && Math.hypot(found.x - x, found.y - y) < reach ? found.mark : undefined;
  };
}

/**
 * Lets a reader draw a zoom box over the chart, or zoom with Ctrl and the wheel or with two fingers. Calls `look` with
 * the selected or visible range of x. Page scrolling is unaffected. Returns a function that removes the listeners.
 */
export function lookCloser(group: SVGGElement, plot: Plot, look: (from: number, to: number) => void): () => void {
  const { left, top, width, height } = plot;
  const layer = select<SVGGElement, undefined>(group);
  const brush = brushX<undefined>()
    .extent([
      [left, top],
      [left + width, top + height],
    ])
    .touchable(false)
    .on('end', ({ selection, sourceEvent }: D3BrushEvent<undefined>) => {
      if (!selection || !sourceEvent) return;
      const [from, to] = selection as [number, number];
      layer.call(brush.clear.bind(brush));
      if (to - from >= minBox) look(plot.x.invert(from), plot.x.invert(to));
    });
  layer.call(brush);
  const zooming = zoom<SVGGElement, undefined>()
    .scaleExtent([1 / maxZoom, maxZoom])
    .filter((event: WheelEvent | TouchEvent) =>
      'touches' in event ? event.touches.length > 1 : event.ctrlKey && event.type === 'wheel',
    )
    .on('end', ({ transform, sourceEvent }: D3ZoomEvent<SVGGElement, undefined>) => {
      if (!sourceEvent || transform.k === 1) return;
      const ends = [left, left + width].map((place) => plot.x.invert(transform.invertX(place)));
      layer.call(zooming.transform.bind(zooming), zoomIdentity);
      look(...(ends as [number, number]));
    });
  layer.call(zooming).on('dblclick.zoom', null);
  return () => layer.on('.brush', null).on('.zoom', null).selectAll('*').remove();
}
