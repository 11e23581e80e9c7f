export * from './list-value.js';
