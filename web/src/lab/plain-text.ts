import type { Inline } from './types.ts';

/** Returns the text of inline elements, without markup. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('text' in inline) return typeof inline.text === 'string' ? inline.text : plainText(inline.text);
      return inline.kind === 'break' ? ' ' : '';
    })
    .join('');
