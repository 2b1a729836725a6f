// The types that the engine defines, for all rooms: only this room imports generated code. Every module declares the
// types of labs.
export type * from './pkg/tape-rest/pathlength_web';
