// All that is needed once there is a link to read or to write, so that a page without one does not fetch it.
export { checked, differing } from './check';
export { decode, encode, LinkError } from '../../state/code';
