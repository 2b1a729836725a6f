// What a page may write on the element. All of it is text from elsewhere: what cannot be used is told, never obeyed.

/** Attributes that say what is shown: another value shows something else. */
export const shown = ['lab', 'src', 'view', 'step', 'table', 'chart', 'question', 'seed', 'controls'] as const;
/** The others: what was done, when and how it is shown. */
export const others = ['state', 'loading', 'reveal', 'theme', 'label'] as const;

export const attributes = [...shown, ...others] as const;
export type Attribute = (typeof attributes)[number];

/** What the element's attributes say. */
export type Wishes = Readonly<Partial<Record<Attribute, string>>>;

/** The longest value that is looked at; only a state is long. */
export const most = { text: 2000, state: 20_000 } as const;
