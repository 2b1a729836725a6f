/**
 * Property tests use the same cases in every run, so that a failure comes from the change under test. `npm run
 * test:seeds` tries other seeds through `FAST_CHECK_SEED`.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
