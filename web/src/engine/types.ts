// The types that the engine defines, for all rooms: only this one imports what is generated.
export type * from './pkg/pathlength_wasm';
