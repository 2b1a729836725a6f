/**
 * Sets up whatever is missing, and reports what it found and did: `npm run setup`. This file and its imports use
 * nothing but Node, because they run before `npm ci`.
 */
import { browser } from './browser.mjs';
import { node, packages } from './packages.mjs';
import { pythonTools } from './python.mjs';
import { toolchain } from './rust.mjs';
import { done, heading, seconds } from './say.mjs';
import { compiler, compressors, wasmCompiler } from './system.mjs';
import { wasmTools } from './tools.mjs';

export async function setup({ withBrowser = false, withPython = false } = {}) {
  const start = Date.now();
  heading('Set-up');
  const steps = [
    node,
    compiler,
    wasmCompiler,
    toolchain,
    packages,
    wasmTools,
    ...(withBrowser ? [browser, compressors] : []),
    ...(withPython ? [pythonTools] : []),
  ];
  for (const step of steps) done(await step());
  done(`ready in ${seconds(start)}`);
}

export default () => setup({ withBrowser: true, withPython: true });
