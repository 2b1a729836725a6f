// Shapes for what readers have measured, which published values never have.
const outlines = [
  (x: number, y: number) => `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`,
  (x: number, y: number) => `M${x - 6} ${y}h12m-6 -6v12`,
  (x: number, y: number) => `M${x} ${y - 6}l6 10h-12z`,
  (x: number, y: number) => `M${x - 5} ${y - 5}h10v10h-10z`,
];

/** The outline of a set of points around a place. */
export const ownOutline = (number: number, x: number, y: number): string => {
  const outline = outlines[number % outlines.length] as (typeof outlines)[number];
  return outline(x, y);
};
