// The modules to read or write a link, so that a page without one does not fetch them.
export { checkState, stateChanges } from './check';
export { decode, encode, LinkError } from '../../state/code';
