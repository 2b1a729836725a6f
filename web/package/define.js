/* global __webpack_public_path__ */
// Defines the element with the widgets' scripts from where a site serves them. A bundler takes in only this module: the
// scripts, models and labs are found by address when the page runs.

/** Where the files are if nobody says so: where the plugins put them, else beside this module. */
function usualBase() {
  const below = (publicPath) => new URL('pathlength/', new URL(publicPath, document.baseURI));
  if (typeof __webpack_public_path__ === 'string') return below(__webpack_public_path__);
  const viteBase = import.meta.env?.BASE_URL;
  if (viteBase !== undefined) return below(viteBase);
  // In one expression with a path, bundlers would look for a file.
  const self = import.meta.url;
  return new URL('./', self);
}

export async function define({ base, tag } = {}) {
  // Rendered on a server, the page's own content is all there is.
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
