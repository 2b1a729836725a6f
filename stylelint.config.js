/**
 * The lint of style sheets checks one thing: that all supported browsers have each feature. The oldest of these
 * browsers are in package.json; Baseline 2023 lists the features that they have in common.
 */
const anyValue = '/^.+$/';

/** Features that some of these browsers lack; they are allowed, because pages lose nothing without them. */
const optional = {
  'accent-color': [anyValue], // the browser's own color
  'content-visibility': [anyValue], // pages are laid out at once, as before
  'forced-color-adjust': [anyValue], // Safari has no forced colors
  'overflow-clip-margin': [anyValue], // used with content-visibility
  'overscroll-behavior': [anyValue], // in all of them, but in Safari only for areas that scroll
  'paint-order': [anyValue], // in all of them, but in some only for SVG, which is its only use here
  'print-color-adjust': [anyValue], // the reader can print backgrounds in every browser
  resize: [anyValue], // fields keep their size
  'scrollbar-width': [anyValue], // the usual scroll bar
  'text-size-adjust': [anyValue], // only phones enlarge text
  'text-wrap': ['balance'], // the usual lines; `pretty` crashed WebKit
  'user-select': [anyValue], // the build adds Safari's name for it
};

export default {
  plugins: ['stylelint-plugin-use-baseline'],
  overrides: [{ files: ['**/*.svelte'], customSyntax: 'postcss-html' }],
  reportNeedlessDisables: true,
  rules: {
    'plugin/use-baseline': [
      true,
      // In a browser without ::details-content, folds are closed in print.
      { available: 2023, ignoreProperties: optional, ignoreSelectors: ['details-content'] },
    ],
  },
};
