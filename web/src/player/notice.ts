/** A function that shows a message at the top of the page and returns its element. */
export type Notice = (text: string, role: 'alert' | 'status') => HTMLElement;

export const notice: Notice = (text, role) => {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.setAttribute('role', role);
  paragraph.textContent = text;
  document.querySelector('main')?.prepend(paragraph);
  return paragraph;
};

/** Reports that the interactive parts could not be loaded; the text and the published tables remain. */
export const reportLoadFailure = (error: unknown): HTMLElement =>
  notice(
    `The interactive parts of this page could not be loaded (${error instanceof Error ? error.message : String(error)}). The text and the published tables are complete; reload the page to try again.`,
    'alert',
  );
