// Data that a reader has brought along.

export interface OwnPoint {
  x: number;
  y: number;
  /** Which of the series it belongs to, if not to that of the whole set; below them come rows of its own. */
  against?: number;
  /** What it is called, if not as the whole set is. */
  name?: string;
}

/** Points for a chart. */
export interface OwnPoints {
  /** Tells the sets of points apart; never used twice. */
  number: number;
  name: string;
  points: OwnPoint[];
  /** The series that they are compared with. */
  against: number;
  /** Names of rows below those of the series, for what belongs to none of them. */
  rows?: string[];
}

/** Values that a reader has brought for the cells of a table. */
export interface OwnCells {
  number: number;
  name: string;
  /** By cell, row by row; undefined where there is none. */
  cells: (number | undefined)[];
}

let numbers = 0;
/** A number that no other set has. */
export const nextNumber = (): number => numbers++;

const shapes = [
  (x: number, y: number) => `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`,
  (x: number, y: number) => `M${x - 6} ${y}h12m-6 -6v12`,
  (x: number, y: number) => `M${x} ${y - 6}l6 10h-12z`,
  (x: number, y: number) => `M${x - 5} ${y - 5}h10v10h-10z`,
];

/** The mark of a set of points: a shape that published values never have. */
export const ownStyle = (number: number, x: number, y: number): string => {
  const shape = shapes[number % shapes.length] as (typeof shapes)[number];
  return shape(x, y);
};

/** Lets files be dropped on an element, and tells which. */
export const fileDrops = (dropped: (files: File[]) => void) => (element: HTMLElement) => {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    dropped(files);
  };
  element.addEventListener('dragover', over);
  element.addEventListener('drop', drop);
  return (): void => {
    element.removeEventListener('dragover', over);
    element.removeEventListener('drop', drop);
  };
};
