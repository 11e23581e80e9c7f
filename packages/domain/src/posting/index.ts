/** Posting instructions: how a supplier sends leads to a campaign. */
export * from './posting-fields.js';
export * from './posting-instructions.js';
