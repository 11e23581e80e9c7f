/** Conditions on leads: fields, operators, groups. */
export * from './evaluate-condition.js';
export * from './evaluate-group.js';
export * from './field-value.js';
export * from './lead-facts.js';
export * from './pattern.js';
export * from './readings.js';
export * from './shorten.js';
