/**
 * Renews the catalogs of all languages from the sources: `npm run messages`. With a language, begins its catalog;
 * with `check`, lists the problems of all catalogs instead: `npm run lint:messages`.
 */
import { withModule } from './load.mjs';
import { at } from './run.mjs';
import { done, Problem } from './say.mjs';

const src = at('web/src');
const folder = at('web/messages');

export default (what) =>
  withModule('messages/index.ts', ({ languagesIn, problemsIn, renew }) => {
    if (what === 'check') {
      const problems = problemsIn(src, folder);
      if (problems.length)
        throw new Problem(problems.join('\n'), 'Run `npm run messages`, and translate web/messages.');
      done('messages: complete');
      return;
    }
    for (const language of what ? [what] : languagesIn(folder)) {
      const { messages, missing } = renew(src, folder, language);
      done(`web/messages/${language}.po: ${messages} messages, ${missing} to translate`);
    }
  });
