import css from './export.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Brings the looks of what is loaded late to the page, or to the shadow, that an element stands in. */
export function dressed(element: Element): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
