/** How many tests passed and failed, from what the test runners say. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { at } from './run.mjs';

/** Sums the closing lines of `cargo test`, one for each test program. */
export function cargoCounts(output) {
  const counts = { passed: 0, failed: 0 };
  const closing = /^test result: \w+\. (\d+) passed; (\d+) failed;/gm;
  for (const [, passed, failed] of stripVTControlCharacters(output).matchAll(closing)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
  return counts;
}

/** Reads a report that vitest or Playwright wrote into tests/output. */
export function reportCounts(name) {
  const file = at('tests/output', `${name}.json`);
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.stats
    ? { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
    : { passed: report.numPassedTests, failed: report.numFailedTests };
}
