/** What suppliers ask about their own leads, beyond the interface. Only their keys may. */
import { z } from 'zod';
import {
  listSupplierLeadsQuerySchema,
  supplierLeadSchema,
  supplierReportQuerySchema,
  supplierReportRowSchema,
} from '../resources/supplier-view.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, leadId } from './example-values.js';

const lead = {
  leadId,
  submittedAt: createdAt,
  campaignId: 'ACMRU',
  outcome: 'accepted',
  payout: { amount: 12, currency: 'USD' },
  subIds: { subId1: 'site-17' },
} as const;

/** GET /api/v1/supplier/leads */
export const listSupplierLeads = defineEndpoint({
  operationId: 'listSupplierLeads',
  method: 'GET',
  path: '/api/v1/supplier/leads',
  summary: 'List your leads',
  description:
    "With a supplier's key: the leads that it sent, the latest first, and what became of each. Go on with `cursor` = `nextCursor`.",
  tag: 'Suppliers',
  query: listSupplierLeadsQuerySchema,
  data: z.object({
    leads: z.array(supplierLeadSchema).describe('The leads of this page.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last.'),
    hasMore: z.boolean().describe('Whether there is a next page.'),
  }),
  successStatus: 200,
  openTo: 'suppliers',
  errors: [],
  examples: { data: { leads: [lead], nextCursor: null, hasMore: false } },
});

/** GET /api/v1/supplier/leads/{leadId} */
export const getSupplierLead = defineEndpoint({
  operationId: 'getSupplierLead',
  method: 'GET',
  path: '/api/v1/supplier/leads/{leadId}',
  summary: 'Get one of your leads',
  description: "With a supplier's key: what became of a lead that it sent.",
  tag: 'Suppliers',
  params: z.object({ leadId: z.string().min(1).max(100).describe('The lead.').meta({ example: leadId }) }),
  data: supplierLeadSchema,
  successStatus: 200,
  openTo: 'suppliers',
  errors: ['NOT_FOUND'],
  examples: { data: lead },
});

/** GET /api/v1/supplier/report */
export const supplierReport = defineEndpoint({
  operationId: 'supplierReport',
  method: 'GET',
  path: '/api/v1/supplier/report',
  summary: 'Report your leads',
  description:
    "With a supplier's key: numbers of the leads that it sent, and what they earn it, by the day on which they came in, by campaign or by first sub id. Test leads do not count.",
  tag: 'Suppliers',
  query: supplierReportQuerySchema,
  data: z.object({
    rows: z.array(supplierReportRowSchema).describe('A row for each combination of keys with any lead.'),
  }),
  successStatus: 200,
  openTo: 'suppliers',
  errors: ['VALIDATION_ERROR'],
  examples: {
    data: {
      rows: [
        {
          day: '2026-11-15',
          ...{ received: 120, accepted: 78, rejected: 30, duplicate: 9, pending: 3 },
          payout: [{ amount: 1_440, currency: 'USD' }],
        },
      ],
    },
  },
});
