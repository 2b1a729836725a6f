// The types that the engine defines, for all rooms: only this one imports what is generated. Every module declares those
// of labs.
export type * from './pkg/tape-rest/pathlength_web';
