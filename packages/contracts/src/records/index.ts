export * from './lead-data.js';
export * from './submission.js';
