/** What a widget can show of a lab. */
export const views = ['lab', 'step', 'table', 'chart', 'playground', 'question'] as const;
export type View = (typeof views)[number];
