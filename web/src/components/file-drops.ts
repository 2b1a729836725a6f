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
