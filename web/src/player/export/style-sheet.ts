import css from './export.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Adds the style sheet for exports to the document or shadow root that contains an element. */
export function adoptStyleSheet(element: Element): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
