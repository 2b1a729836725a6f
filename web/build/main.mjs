/** `node web/build/main.mjs <command>`: runs the file of that name in this folder. package.json lists the commands. */
import { failed, Problem } from './say.mjs';

try {
  const [command, ...rest] = process.argv.slice(2);
  const { default: run } = await import(`./${command}.mjs`);
  await run(...rest);
} catch (error) {
  // A Problem has an explanation; any other error is a bug in our code and keeps its stack.
  if (!(error instanceof Problem)) throw error;
  failed(error.message);
  if (error.remedy) console.error(`\n    ${error.remedy}\n`);
  process.exitCode = 1;
}
