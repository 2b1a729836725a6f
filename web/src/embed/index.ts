// `embed.js`: defines <pathlength-lab>, or another name that the script's address asks for with `?tag=`.
import { elementClass } from './element';

/** Where this script came from: everything else lies beside it. */
const { href, searchParams } = new URL(import.meta.url);
const tag = searchParams.get('tag') ?? 'pathlength-lab';

// Where there are no elements, as when a page is drawn on a server, the page's own content stands for itself.
if (typeof customElements === 'object' && !customElements.get(tag))
  try {
    customElements.define(tag, elementClass(new URL(__LIVE__, href).href, new URL(__STYLE__, href).href));
  } catch {
    console.error(`Pathlength: "${tag}" is no name for an element; write embed.js?tag=my-lab, with a hyphen in it.`);
  }
