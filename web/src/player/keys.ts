import type { Session } from '../session/session.svelte';

/** Fields undo what is typed in them themselves. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=range])'));

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, as everywhere. */
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
