import type { Inline } from './types.ts';

/** The words of a text, without what is emphasized in it. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('text' in inline) return typeof inline.text === 'string' ? inline.text : plainText(inline.text);
      return inline.kind === 'break' ? ' ' : '';
    })
    .join('');
