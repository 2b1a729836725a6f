// The modules for reading and writing links, separate so that pages without a link do not fetch them.
export { checkState, stateChanges } from './check';
export { decode, encode, LinkError } from '../../state/code';
