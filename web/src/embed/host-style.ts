// What a widget takes from the page around it: the size of its text, and the colours that it chooses.

type Theme = 'light' | 'dark';

/** Registers the length that stands for 1em at the element. Returns whether it is one now. */
function registerEm(): boolean {
  try {
    CSS.registerProperty({ name: '--pathlength-em', syntax: '<length>', inherits: true, initialValue: '16px' });
    return true;
  } catch (error) {
    // Another version of the widgets has registered it, unless this browser cannot.
    return error instanceof DOMException;
  }
}

/** Whether lengths follow the text around the element; without it, they follow the root's. */
export const isSized = registerEm();

/** Returns whether a colour as computed styles have it is nearer to white than to black. */
function isLight(color: string): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return true;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => (part / 255) ** 2.2);
  // The luminance at which black and white are equally readable.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
}

/** Returns the theme that suits the ground or the text that a page chose; undefined if it chose neither. */
function chosenTheme(host: HTMLElement, frame: HTMLElement): Theme | undefined {
  const own = getComputedStyle(host);
  const isChosen = (name: string): boolean => own.getPropertyValue(name).trim() !== '';
  const { backgroundColor, color } = getComputedStyle(frame);
  if (isChosen('--pathlength-paper')) return isLight(backgroundColor) ? 'light' : 'dark';
  if (isChosen('--pathlength-ink')) return isLight(color) ? 'dark' : 'light';
  return undefined;
}

/**
 * Calls `apply` with the theme that suits the page's own colours, now and whenever the page may have changed them, which
 * pages do by attributes of their root, their body, or the element. Returns a function that stops it.
 */
export function followColors(
  host: HTMLElement,
  frame: HTMLElement,
  apply: (theme: Theme | undefined) => void,
): () => void {
  const look = (): void => apply(chosenTheme(host, frame));
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body, host])
    observer.observe(element, { attributes: true });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', look);
  look();
  return () => {
    observer.disconnect();
    scheme.removeEventListener('change', look);
  };
}
