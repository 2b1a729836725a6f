// A reader's own values for a table.

/** A reader's values for the cells of a table. */
export interface OwnCells {
  number: number;
  name: string;
  /** One value per cell, row by row; undefined for a cell without a value. */
  cells: (number | undefined)[];
}

let numbers = 0;
/** Returns a number that no other data set has. */
export const nextNumber = (): number => numbers++;
