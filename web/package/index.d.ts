export type * from './element.js';
