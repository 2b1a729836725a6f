/** Tells the reader something at the top of the page. */
export type Notice = (text: string, role: 'alert' | 'status') => HTMLElement;

export const notice: Notice = (text, role) => {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.setAttribute('role', role);
  paragraph.textContent = text;
  document.querySelector('main')?.prepend(paragraph);
  return paragraph;
};

/** The text and the published tables stay; only the live parts are missing, and the page says so. */
export const missing = (error: unknown): HTMLElement =>
  notice(
    `The live parts of this page could not be loaded (${error instanceof Error ? error.message : String(error)}). The text and the published tables are complete; reload the page to try again.`,
    'alert',
  );
