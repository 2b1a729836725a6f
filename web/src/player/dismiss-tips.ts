/** Lets Escape hide the tooltip of a number until the reader moves to another number. */
export function dismissTips(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dataset['tips'] = 'dismissed';
  });
  for (const event of ['pointerover', 'focusin'] as const)
    addEventListener(event, ({ target }) => {
      if (target instanceof Element && target.closest('.honest-number')) delete dataset['tips'];
    });
}
