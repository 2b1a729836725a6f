import type { Session } from '../session/session.svelte';

/** Returns whether an element is a text field, which handles these keys itself. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=range])'));

/** Binds Ctrl+Z to undo, and Ctrl+Shift+Z and Ctrl+Y to redo. */
export function listenForUndo(session: Session, within: Pick<GlobalEventHandlers, 'addEventListener'> = window): void {
  within.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isField(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) session.undo();
    else if (key === 'z' || key === 'y') session.redo();
    else return;
    event.preventDefault();
  });
}
