/** Pure decisions: the same input always gives the same answer, and nothing outside is touched. */
export * from './lead/index.js';
export * from './lifecycle/index.js';
