// Links inside a widget: to its own blocks, and to blocks on the lab's page.

/**
 * Follows a link to a block in the widget, which the page's address cannot name, or otherwise to the block on the lab's
 * page.
 */
export const followLink =
  (root: ShadowRoot, page: string | undefined) =>
  (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    const id = link?.getAttribute('href')?.slice(1);
    if (!link || id === undefined) return;
    const target = id ? root.getElementById(id) : null;
    if (!target && page !== undefined && id) {
      link.href = `${page}#${id}`;
      return;
    }
    event.preventDefault();
    target?.scrollIntoView({ block: 'start' });
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
