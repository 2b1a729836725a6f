// Resolves a lab's relative links for display away from the lab's own page.
import { commandOf } from './commands';
import type { Lab } from './types';

/**
 * Returns a lab whose relative links are resolved against the lab's own page; without such a page, the links have no
 * target.
 */
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

/** All displays of a lab share one resolved lab, and thus its computed values. */
const cache = new WeakMap<Lab, Lab>();

function resolveHref(href: string, page: string | undefined): string {
  if (href.startsWith('#') || /^https:/i.test(href) || commandOf(href)) return href;
  return page === undefined || !URL.canParse(href, page) ? '#' : new URL(href, page).href;
}
