/** Asking a language model whether a lead meets its offer's criteria: what is asked, and what an answer means. */
export * from './missing-verdicts.js';
export * from './model-call.js';
export * from './model-question.js';
export * from './read-verdict.js';
export * from './whether-to-ask.js';
