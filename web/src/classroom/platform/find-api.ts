// SCORM platforms provide an object in a window around the lab's window, or in the window that opened it.

/** Frames are rarely nested this deep; the limit prevents an endless loop. */
const MAX_WINDOWS = 100;

/** The functions of a SCORM platform, by name. */
export type ScormApi = Record<string, (...values: string[]) => unknown>;

/** Returns the object in one window; undefined if the window's origin is different and access is refused. */
function inWindow(from: Window, name: string, probe: string): ScormApi | undefined {
  try {
    const api = (from as unknown as Record<string, ScormApi | undefined>)[name];
    return typeof api?.[probe] === 'function' ? api : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a window and all windows around it, from the inside out. */
function around(from: Window | null): Window[] {
  const windows: Window[] = [];
  for (let at = from; at && !windows.includes(at) && windows.length < MAX_WINDOWS; at = at.parent) windows.push(at);
  return windows;
}

/** Returns the opener of the outermost window that reveals its opener; null if no window does. */
function openerOf(windows: readonly Window[]): Window | null {
  for (const one of windows.toReversed())
    try {
      if (one.opener) return one.opener as Window;
    } catch {
      // This window has another origin: a window inside it may reveal its opener.
    }
  return null;
}

/** Finds a platform's object by its name and one of its functions; undefined if there is no platform. */
export function findApi(name: string, probe: string, from: Window = window): ScormApi | undefined {
  const windows = around(from);
  return [...windows, ...around(openerOf(windows))].map((one) => inWindow(one, name, probe)).find(Boolean);
}
