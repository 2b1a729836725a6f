// The types that the engine defines, for all folders of the site's code: only this folder imports generated code. Every
// module declares the types of labs.
export type * from './pkg/tape-rest/pathlength_web';
