export * from './effect.js';
export * from './events.js';
