// The list of a page's keys, which `?` opens. Readers can turn `?` off, as WCAG 2.1.4 requires for single-character
// shortcuts.
import { mount, unmount } from 'svelte';
import { findStorage } from '../components/storage';
import { isField } from './undo-keys';

const stored = 'pathlength keys help';

/** Returns whether `?` opens the list: it does unless the reader has turned the key off in this browser. */
export const opensByKey = (): boolean => findStorage()?.getItem(stored) !== 'off';

/** Turns `?` on or off. The choice applies to all labs of the site if the browser stores it. */
export function setOpensByKey(on: boolean): void {
  const storage = findStorage();
  if (on) storage?.removeItem(stored);
  else storage?.setItem(stored, 'off');
}

/** Opens the list as a dialog. Fails if the dialog's script cannot be fetched. */
export async function openKeysHelp(): Promise<void> {
  const { default: KeysDialog } = await import('./KeysDialog.svelte');
  const dialog = mount(KeysDialog, { target: document.body, props: { close: () => void unmount(dialog) } });
}

/** Opens the list on `?`, except in a text field and while a dialog is open. */
export function listenForKeysHelp(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isField(event.target) || document.querySelector('dialog[open]') || !opensByKey()) return;
    event.preventDefault();
    // If the script cannot be fetched, only the button in the page's tools reports the failure.
    openKeysHelp().catch(() => undefined);
  });
}
