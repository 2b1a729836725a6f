/** What a page must not do while a test reads it: fail, or break the policy it lives under. */
import type { Page } from '@playwright/test';

/** Errors on the console and errors thrown, as they come. A breach of the content security policy is one of the former. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
