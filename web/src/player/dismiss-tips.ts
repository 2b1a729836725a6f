/** Lets Escape hide the explanation of a number or term until the reader moves to another number or term. */
export function dismissTips(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dataset['tips'] = 'dismissed';
  });
  for (const event of ['pointerover', 'focusin'] as const)
    addEventListener(event, ({ target }) => {
      if (target instanceof Element && target.closest(':has(> .tip)')) delete dataset['tips'];
    });
}
