/** Qualification: duplicates, disqualifying conditions, field rules, first-submission actions. */
export * from './dedupe.js';
export { evaluateDisqualification } from './disqualification.js';
export type { RestOfChecks } from './go-on.js';
export * from './qualify.js';
export { lookupOfCheck, qualifyAfter } from './qualify-after.js';
