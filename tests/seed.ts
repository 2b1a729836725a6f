/**
 * Property tests draw the same cases in every run, so that a failure comes from the change that is tested. `npm run
 * test:seeds` tries other seeds with `FAST_CHECK_SEED`.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
