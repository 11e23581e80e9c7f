/** Entries of the ledger. */
export { milestoneEntry, type BookedLead } from './milestone-entry.js';
export { saleEntry, type Sale } from './sale-entry.js';
