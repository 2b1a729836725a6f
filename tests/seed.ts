/** Property tests draw the cases of `FAST_CHECK_SEED`, if it is given, and others each time if it is not. */
import fc from 'fast-check';

const seed = process.env['FAST_CHECK_SEED'];
if (seed) fc.configureGlobal({ seed: Number(seed) });
