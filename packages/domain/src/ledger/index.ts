/** Entries of the ledger, and what they come to. */
export { costReversal, leadCost, leadCostId, saleCost, saleCostId } from './cost-entries.js';
export { milestoneEntry, type BookedLead } from './milestone-entry.js';
export { saleEntry, type Sale } from './sale-entry.js';
export { ledgerTotals, owedTypes } from './totals.js';
