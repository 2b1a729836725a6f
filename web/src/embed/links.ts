// Links inside a widget: to its own blocks, and to those of the lab's page.
import { commandOf } from '../lab/commands';
import type { Lab } from '../lab/types';

/** Resolves a lab's relative links against the lab's own page. Without such a page they lead nowhere. */
export function resolveLinks(lab: Lab, page: string | undefined): Lab {
  const known = cache.get(lab);
  if (known) return known;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value))
      copy[key] =
        (key === 'href' || key === 'url') && typeof inner === 'string' ? resolveHref(inner, page) : visit(inner);
    return copy;
  };
  const { introduction, steps, sources } = lab;
  const read = visit({ introduction, steps, sources }) as Pick<Lab, 'introduction' | 'steps' | 'sources'>;
  const adapted = { ...lab, ...read };
  cache.set(lab, adapted);
  return adapted;
}

/** All widgets of a lab share one resolved lab, and with it the computed values. */
const cache = new WeakMap<Lab, Lab>();

function resolveHref(href: string, page: string | undefined): string {
  if (href.startsWith('#') || /^https:/i.test(href) || commandOf(href)) return href;
  return page === undefined || !URL.canParse(href, page) ? '#' : new URL(href, page).href;
}

/**
 * Follows a link to a block of the widget, which the page's address cannot name; else to the block of the lab's page.
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
