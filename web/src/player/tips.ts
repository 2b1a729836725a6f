/** Lets Escape put away the words that hang below a number, until the reader goes to another one. */
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
