// The attributes of the element. The attributes are untrusted text: a value that cannot be used is reported and never
// applied.

/** Attributes that select the content: a new value shows other content. */
export const contentAttributes = [
  'lab',
  'src',
  'view',
  'step',
  'table',
  'chart',
  'question',
  'model',
  'seed',
  'controls',
] as const;
/** The other attributes: the reader's state, and options for when and how the content appears. */
const presentationAttributes = ['state', 'loading', 'reveal', 'poster', 'theme', 'label'] as const;

export const attributes = [...contentAttributes, ...presentationAttributes] as const;
export type Attribute = (typeof attributes)[number];

/** The values of the element's attributes. */
export type AttributeValues = Readonly<Partial<Record<Attribute, string>>>;

/** The maximum length of a value, in characters; only a state is long. */
export const maxChars = { text: 2000, state: 20_000 } as const;
