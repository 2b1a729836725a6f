/** The views of a lab that a widget can show. */
export const views = ['lab', 'step', 'table', 'chart', 'playground', 'question', 'model'] as const;
export type View = (typeof views)[number];
