export * from './exported.js';
export * from './lead-data.js';
export * from './lead-source.js';
export * from './ledger.js';
export * from './return.js';
export * from './sealed.js';
export * from './submission.js';
export * from './trace-context.js';
