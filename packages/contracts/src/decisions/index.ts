export * from './counter-name.js';
export * from './decision.js';
export * from './trace.js';
