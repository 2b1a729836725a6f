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
