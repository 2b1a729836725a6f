// `embed.js`: defines <pathlength-lab>, or another name that the script's address requests with `?tag=`.
import { createElementClass } from './element';

/** The address of this script: all other files are next to it. */
const { href, searchParams } = new URL(import.meta.url);
const address = (file: string): string => new URL(file, href).href;
const tag = searchParams.get('tag') ?? 'pathlength-lab';

// Without custom elements, as when a page is rendered on a server, the page's own content remains.
if (typeof customElements === 'object' && !customElements.get(tag))
  try {
    customElements.define(
      tag,
      createElementClass({
        live: address(__LIVE__),
        style: address(__STYLE__),
        home: address(__HOME__),
      }),
    );
  } catch {
    console.error(
      `Pathlength: "${tag}" is not a custom element name: write one with a hyphen, as in embed.js?tag=my-lab.`,
    );
  }
