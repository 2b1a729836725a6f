// Data that a reader has brought along.

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
