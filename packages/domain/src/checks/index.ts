/** Checks that call out: the effect that makes one, and what follows from its calls. */
export * from './after-check-call.js';
export * from './check-effect.js';
