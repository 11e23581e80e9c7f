/** Reports, beyond the interface. */
import { z } from 'zod';
import {
  leadReportQuerySchema,
  leadReportRowSchema,
  leadReportTotalsSchema,
} from '../resources/lead-report.js';
import { defineEndpoint } from './define-endpoint.js';

const numbers = {
  received: 120,
  qualified: 101,
  disqualified: 12,
  duplicate: 9,
  delivered: 80,
  rejected: 15,
  failed: 1,
  error: 0,
  pending: 3,
  returned: 2,
  acceptRate: 0.8333,
  money: [{ currency: 'USD', revenue: 3_510, cost: 0, profit: 3_510 }],
};

/** The report of one day and campaign. */
export const leadReportExample = {
  rows: [{ day: '2026-11-15', campaign: 'ACMRU', ...numbers }],
  totals: numbers,
};

/** GET /api/v1/reports/leads */
export const leadReport = defineEndpoint({
  operationId: 'leadReport',
  method: 'GET',
  path: '/api/v1/reports/leads',
  summary: 'Report leads and money',
  description:
    'Numbers of leads, and what they earned, by one to three keys. Each lead counts once, by what its last submission came to; test leads and mere imports do not count. `supplier` and `subId1` are null where a lead has none. Rows are in the order of their keys.',
  tag: 'Reports',
  query: leadReportQuerySchema,
  data: z.object({
    rows: z.array(leadReportRowSchema).describe('A row for each combination of keys with any number.'),
    totals: leadReportTotalsSchema.describe('The sums of all rows.'),
  }),
  successStatus: 200,
  alsoText: 'text/csv',
  errors: ['VALIDATION_ERROR'],
  examples: { data: leadReportExample },
});
