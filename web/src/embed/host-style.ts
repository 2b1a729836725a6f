// Properties that a widget takes from its host page: the text size, and the colors that the page chooses.

type Theme = 'light' | 'dark';

/** Registers the custom property for 1em at the element as a length. Returns whether the property is registered. */
function registerEm(): boolean {
  try {
    CSS.registerProperty({ name: '--pathlength-em', syntax: '<length>', inherits: true, initialValue: '16px' });
    return true;
  } catch (error) {
    // Another version of the widgets has already registered the property, unless this browser cannot register
    // properties.
    return error instanceof DOMException;
  }
}

/** Whether lengths follow the text size at the element; otherwise, they follow that of the root. */
export const isSized = registerEm();

/** Converts a color of a computed style to numbers from 0 to 1. */
function channels(color: string): [red: number, green: number, blue: number, alpha: number] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return [1, 1, 1, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** Returns whether a color is closer to white than to black. */
function isLight(color: string): boolean {
  const [red, green, blue] = channels(color);
  // The luminance of a background on which black and white text are equally readable.
  return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2 > 0.18;
}

/**
 * Returns the theme of the background behind an element. Returns undefined if the background is a picture or is not
 * painted, or if the element's `color-scheme` is only light or only dark. Some pages declare both schemes or none, and
 * switch their colors by a class.
 */
function groundTheme(host: HTMLElement): Theme | undefined {
  if (/^(only )?(light|dark)( only)?$/.test(getComputedStyle(host).colorScheme)) return undefined;
  const above = (node: Node): Node | null => (node instanceof ShadowRoot ? node.host : node.parentNode);
  for (let node = above(host); node; node = above(node)) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    if (backgroundImage !== 'none') return undefined;
    if (channels(backgroundColor)[3] > 0.5) return isLight(backgroundColor) ? 'light' : 'dark';
  }
  return undefined;
}

/**
 * Returns the theme that suits the background or text color that a page chose for its widgets; undefined if it chose
 * neither.
 */
function chosenTheme(host: HTMLElement, frame: HTMLElement): Theme | undefined {
  const own = getComputedStyle(host);
  const isChosen = (name: string): boolean => own.getPropertyValue(name).trim() !== '';
  const { backgroundColor, color } = getComputedStyle(frame);
  if (isChosen('--pathlength-paper')) return isLight(backgroundColor) ? 'light' : 'dark';
  if (isChosen('--pathlength-ink')) return isLight(color) ? 'dark' : 'light';
  return undefined;
}

/** The themes that suit the colors of a page; undefined where it leaves the choice to its `color-scheme`. */
export interface PageThemes {
  /** The theme of the colors that the page chose for its widgets. */
  chosen: Theme | undefined;
  /** The theme of the background around the widget. */
  ground: Theme | undefined;
}

/**
 * Calls `apply` with the themes that suit the page's colors, now and whenever the page may have changed its colors.
 * Pages change their colors with attributes of their root, their body, or the element. Returns a function that stops
 * the calls.
 */
export function followColors(host: HTMLElement, frame: HTMLElement, apply: (themes: PageThemes) => void): () => void {
  const look = (): void => apply({ chosen: chosenTheme(host, frame), ground: groundTheme(host) });
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body, host])
    observer.observe(element, { attributes: true });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', look);
  // A background may take a moment to change.
  const onTransitionEnd = ({ propertyName }: TransitionEvent): void => {
    if (propertyName === 'background-color') look();
  };
  document.addEventListener('transitionend', onTransitionEnd);
  look();
  return () => {
    observer.disconnect();
    document.removeEventListener('transitionend', onTransitionEnd);
    scheme.removeEventListener('change', look);
  };
}
