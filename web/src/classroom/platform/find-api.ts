// SCORM platforms put an object into a window around the lab's, or into the one that opened it.

/** Frames in frames are few; a loop would be endless. */
const MAX_WINDOWS = 100;

/** The functions of a SCORM platform, by name. */
export type ScormApi = Record<string, (...values: string[]) => unknown>;

/** The object in one window; a window of another origin refuses to say. */
function inWindow(from: Window, name: string, probe: string): ScormApi | undefined {
  try {
    const api = (from as unknown as Record<string, ScormApi | undefined>)[name];
    return typeof api?.[probe] === 'function' ? api : undefined;
  } catch {
    return undefined;
  }
}

/** A window and all windows around it, from the inside. */
function around(from: Window | null): Window[] {
  const windows: Window[] = [];
  for (let at = from; at && !windows.includes(at) && windows.length < MAX_WINDOWS; at = at.parent) windows.push(at);
  return windows;
}

/** The opener of the outermost window that says so. */
function openerOf(windows: readonly Window[]): Window | null {
  for (const one of windows.toReversed())
    try {
      if (one.opener) return one.opener as Window;
    } catch {
      // Of another origin: a window within may say.
    }
  return null;
}

/** Finds a platform's object by its name and one of its functions; undefined if there is no platform. */
export function findApi(name: string, probe: string, from: Window = window): ScormApi | undefined {
  const windows = around(from);
  return [...windows, ...around(openerOf(windows))].map((one) => inWindow(one, name, probe)).find(Boolean);
}
