/** Reports: rows and totals, and their CSV. */
export * from './lead-report.js';
export * from './span-minutes.js';
export * from './report-csv.js';
