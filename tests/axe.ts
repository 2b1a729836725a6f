/** axe-core, in a page whose policy lets no foreign script in. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run: (where: Document | string) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/** What axe-core objects to, in words that lead to the place; in a part of the page if one is named. */
export async function violations(page: Page, where?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (where) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(where ?? document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  }, where);
}
