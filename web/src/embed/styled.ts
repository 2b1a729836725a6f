/** The site's style sheet as widgets have it, by its address: all widgets of a page share one. */
const sheets = new Map<string, Promise<CSSStyleSheet>>();

async function fetchSheet(address: string): Promise<CSSStyleSheet> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the style sheet: ${response.status} ${response.statusText}`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await response.text());
  return sheet;
}

/** The sheets of live pictures, by their text. */
const made = new Map<string, CSSStyleSheet>();

/** Dresses what is in a shadow root in more sheets. */
export function dress(root: Node, texts: readonly string[]): void {
  if (!(root instanceof ShadowRoot)) return;
  for (const text of texts) {
    const sheet = made.get(text) ?? new CSSStyleSheet();
    if (!made.has(text)) sheet.replaceSync(text);
    made.set(text, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

/** Dresses a widget. A sheet that is made by a script needs no permission of the page's policy for styles. */
export async function styled(root: ShadowRoot, address: string): Promise<void> {
  const sheet = sheets.get(address) ?? fetchSheet(address);
  sheets.set(address, sheet);
  sheet.catch(() => sheets.delete(address));
  const own = await sheet;
  if (!root.adoptedStyleSheets.includes(own)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, own];
}
