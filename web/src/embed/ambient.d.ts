/** The version of the package, from package.json. */
declare const __VERSION__: string;
/** The version of the engine, from Cargo.toml. */
declare const __ENGINE_VERSION__: string;
/** The file of the live part, relative to `embed.js`. */
declare const __LIVE__: string;
/** The file of the style sheet, relative to `embed.js`. */
declare const __STYLE__: string;
/**
 * The site’s home page, relative to `embed.js`; the package, which has no pages, names the home page of a published
 * site.
 */
declare const __HOME__: string;
/** The relative path from the scripts to the site’s root. */
declare const __BASE__: string;
