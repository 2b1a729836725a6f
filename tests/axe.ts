/** Runs axe-core in a page whose policy forbids injected scripts. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run: (where: Document | string) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/** Returns axe-core's violations with their locations, for the page or one part of it. */
export async function violations(page: Page, where?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (where) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(where ?? document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  }, where);
}
