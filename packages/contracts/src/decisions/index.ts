export * from './buyers-no.js';
export * from './count-name.js';
export * from './decision.js';
export * from './needs-person.js';
export * from './own-reasons.js';
export * from './planned-consent.js';
export * from './trace.js';
