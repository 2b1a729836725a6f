/** The widgets' version of the site's style sheet, by address: all widgets on a page share one sheet. */
const siteSheets = new Map<string, Promise<CSSStyleSheet>>();

async function fetchSheet(address: string): Promise<CSSStyleSheet> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the style sheet: ${response.status} ${response.statusText}`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await response.text());
  return sheet;
}

/** The style sheets of interactive models, by their text. */
const sheetsByText = new Map<string, CSSStyleSheet>();

/** Adds style sheets to a shadow root. */
export function adoptSheets(root: Node, texts: readonly string[]): void {
  if (!(root instanceof ShadowRoot)) return;
  for (const text of texts) {
    const sheet = sheetsByText.get(text) ?? new CSSStyleSheet();
    if (!sheetsByText.has(text)) sheet.replaceSync(text);
    sheetsByText.set(text, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

/** Adds the site's style sheet to a widget. A page's policy for styles does not apply to a constructed sheet. */
export async function adoptSiteSheet(root: ShadowRoot, address: string): Promise<void> {
  const sheet = siteSheets.get(address) ?? fetchSheet(address);
  siteSheets.set(address, sheet);
  sheet.catch(() => siteSheets.delete(address));
  const siteSheet = await sheet;
  if (!root.adoptedStyleSheets.includes(siteSheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, siteSheet];
}
