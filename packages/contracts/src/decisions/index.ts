export * from './decision.js';
export * from './trace.js';
