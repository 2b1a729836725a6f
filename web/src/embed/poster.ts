// The picture that a widget may show before its live part appears.
import type { AttributeValues } from './attributes';

/**
 * The height of the parts around a live chart's picture, in pixels: controls, the readout, the values at the reader's
 * x, and the toolbar.
 */
export const besidePicture = 360;

/** Returns whether the page is dark around an element, according to its `color-scheme`. */
function isDark(element: HTMLElement): boolean {
  const scheme = getComputedStyle(element).colorScheme;
  return /dark/.test(scheme) && (!/light/.test(scheme) || matchMedia('(prefers-color-scheme: dark)').matches);
}

/**
 * Returns the address of an element's picture: the one in its attribute or, if that is empty, the site's picture of the
 * content. `home` is the site's home page.
 */
function posterAddress(element: HTMLElement, values: AttributeValues, home: string): string | undefined {
  const { poster, lab, src, view = 'lab', theme } = values;
  if (poster === undefined) return undefined;
  const isSite = poster === '' && lab !== undefined && src === undefined;
  const kind = view === 'playground' ? 'chart' : view;
  const named = kind === 'chart' || kind === 'table' || kind === 'model' ? values[kind] : undefined;
  // Repeats the rule of `partName`, because the loader imports no other script.
  const id = kind === 'model' ? named?.replace(/^model-/, '') : named;
  const ending = (theme === 'light' || theme === 'dark' ? theme === 'dark' : isDark(element)) ? '-dark' : '';
  const path = kind === 'lab' ? `labs/${lab}/picture.png` : id && `embed/${lab}/${kind}-${id}${ending}.svg`;
  const [address, base] = isSite ? [path, home] : [poster, document.baseURI];
  return address && URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** A picture, and the height in pixels that the live part is likely to have. */
export interface Poster {
  image: HTMLImageElement;
  height: number;
}

/** Fetches an element's picture; undefined if there is no picture. */
export async function fetchPoster(
  element: HTMLElement,
  values: AttributeValues,
  home: string,
): Promise<Poster | undefined> {
  const address = posterAddress(element, values, home);
  if (address === undefined) return undefined;
  const image = new Image();
  image.part.add('poster');
  // The page's own content describes the picture and is hidden meanwhile.
  image.alt = values.label ?? element.textContent.trim();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const isChart = values.view === 'chart' || values.view === 'playground';
  return { image, height: image.naturalHeight + (isChart ? besidePicture : 0) };
}
