/** Qualification: duplicates, disqualifying conditions, field rules, first-submission actions. */
export * from './dedupe.js';
export * from './qualify.js';
