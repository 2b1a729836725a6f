/** A part of a lab that has its own files on a site: pictures, oEmbed, and a page for frames. */
export type PartKind = 'chart' | 'table' | 'model';

/** Returns the name of a part's files. The id of a model may begin with its kind; the name of its view does not. */
export const partName = (kind: PartKind, id: string): string =>
  `${kind}-${kind === 'model' ? id.replace(/^model-/, '') : id}`;
