/** Returns an attachment with which an element accepts dropped files. */
export const fileDrops = (ondrop: (files: File[]) => void) => (element: HTMLElement) => {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    ondrop(files);
  };
  element.addEventListener('dragover', over);
  element.addEventListener('drop', drop);
  return (): void => {
    element.removeEventListener('dragover', over);
    element.removeEventListener('drop', drop);
  };
};
