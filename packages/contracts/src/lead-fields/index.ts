/** The fields of a lead, each declared once, and what follows from their table. */
export * from './address-parts.js';
export * from './columns.js';
export * from './data-fields.js';
export * from './lead-fields.js';
export * from './lead-itself.js';
export { buyerFields, inOrder, keptFields, respelledFields, takenBy } from './orders.js';
export type * from './platform-values.js';
export * from './source-fields.js';
export * from './tracking-fields.js';
export * from './values.js';
export { neededByNewLead } from './ways.js';
