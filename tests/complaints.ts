/** Faults of a page while a test reads it: errors, and violations of its content security policy. */
import type { Page } from '@playwright/test';

/** Collects console errors and thrown errors. A violation of the content security policy is a console error. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
