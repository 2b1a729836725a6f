/* global __webpack_public_path__ */
// Defines the element with the widgets' scripts, which it loads from the address where the site serves them. A bundler
// includes only this module: the scripts, models, and labs are found by address when the page runs.

/** Returns the default address of the files: where the plugins put them, otherwise next to this module. */
function usualBase() {
  const below = (publicPath) => new URL('pathlength/', new URL(publicPath, document.baseURI));
  if (typeof __webpack_public_path__ === 'string') return below(__webpack_public_path__);
  const viteBase = import.meta.env?.BASE_URL;
  if (viteBase !== undefined) return below(viteBase);
  // In one expression with a path, this would make bundlers look for a file.
  const self = import.meta.url;
  return new URL('./', self);
}

export async function define({ base, tag } = {}) {
  // On a server, only the page's own content is rendered.
  if (typeof customElements === 'undefined') return;
  const folder = base === undefined ? usualBase() : new URL(`${base}`.replace(/\/?$/, '/'), document.baseURI);
  const script = new URL('embed.js', folder);
  if (tag !== undefined) script.searchParams.set('tag', tag);
  try {
    await import(/* webpackIgnore: true */ /* @vite-ignore */ script.href);
  } catch (cause) {
    throw new Error(
      `Pathlength: ${script.href} could not be loaded. The widgets need the files of this package at run time: ` +
        "add the plugin from 'pathlength/vite' or 'pathlength/webpack', or serve the package's folder and call " +
        "define({ base: '/its/address/' }) from 'pathlength/define'.",
      { cause },
    );
  }
}
