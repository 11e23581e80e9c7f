export * from './bodies.js';
export * from './effect.js';
export * from './event-texts.js';
export * from './events.js';
export * from './kinds.js';
