/** Reads the output of the test runners: how many tests passed, and which failed. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { at } from './run.mjs';

/** Adds up the summary lines of `cargo test`, one per test program. */
export function cargoCounts(output) {
  const text = stripVTControlCharacters(output);
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const [, passed, failed] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
  for (const [, name] of text.matchAll(/^test (\S+) .*\bFAILED$/gm)) counts.failures.push(name);
  return counts;
}

/** Reads pytest's summary line. */
export function pytestCounts(output) {
  const text = stripVTControlCharacters(output);
  const [closing = ''] = text.match(/^=+ .*\bin [\d.]+s.* =+$/m) ?? [];
  const number = (word) => Number(closing.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  const failures = [...text.matchAll(/^(?:FAILED|ERROR) (\S+)/gm)].map(([, name]) => name);
  return { passed: number('passed'), failed: number('failed') + number('error'), failures };
}

/** Returns the Playwright tests that failed on every try: file, line, and title. */
const unexpected = ({ suites = [], specs = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(unexpected),
];

/** Reads a report that vitest or Playwright wrote into tests/output. */
export function reportCounts(name) {
  const file = at('tests/output', `${name}.json`);
  if (!existsSync(file)) return { passed: 0, failed: 0, failures: [] };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.stats) {
    const { expected, flaky, unexpected: failed } = report.stats;
    return { passed: expected + flaky, failed, failures: unexpected(report) };
  }
  const each = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = each.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}
