/** Reports: rows and totals, and their CSV. */
export * from './lead-report.js';
export * from './report-days.js';
export * from './report-csv.js';
