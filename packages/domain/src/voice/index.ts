/** Calls of voice agents: whether one is placed, what follows from placing it, and what its events mean. */
export * from './after-call-attempt.js';
export * from './agent-variables.js';
export * from './call-effect.js';
export * from './call-interaction.js';
export * from './verdict-of-call.js';
export * from './whether-to-call.js';
