/** The ledger: what leads earned, beyond the interface. */
import { z } from 'zod';
import {
  adjustmentInputSchema,
  ledgerEntrySchema,
  listLedgerQuerySchema,
  type ShownLedgerEntry,
} from '../resources/ledger-list.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, leadId, submissionId, updatedAt } from './example-values.js';

/** An adjustment, and the sale that it corrects. */
export const adjustmentExample: ShownLedgerEntry = {
  entryId: 'adj_01KF3V5N8Q2W7Y4B6C9D1E0G2L',
  type: 'adjustment',
  amount: -12.5,
  currency: 'USD',
  leadId,
  submissionId,
  campaignId: 'ACMRU',
  placedCampaignId: 'ACMRU',
  clientId: 'cli_acme',
  offerId: 'off_roundup',
  occurredAt: updatedAt,
  receivedAt: createdAt,
  note: 'agreed with the buyer',
  by: 'slk_Ab3d',
};
const { note: _note, by: _by, ...about } = adjustmentExample;
export const saleExample: ShownLedgerEntry = {
  ...about,
  entryId: `${submissionId}.sale`,
  type: 'sale',
  amount: 42.5,
};

/** The body that books the adjustment. */
export const adjustmentInputExample = {
  leadId,
  amount: -12.5,
  currency: 'USD',
  note: 'agreed with the buyer',
};

/** GET /api/v1/ledger */
export const listLedger = defineEndpoint({
  operationId: 'listLedger',
  method: 'GET',
  path: '/api/v1/ledger',
  summary: 'List the ledger',
  description:
    'Lists what leads earned, newest first, by cursor. Test leads are not in it. Amounts of different currencies must not be added. A filter that nothing can match gives an empty page; a malformed limit counts as not given.',
  tag: 'Ledger',
  query: listLedgerQuerySchema,
  data: z.object({
    entries: z.array(ledgerEntrySchema).describe('The entries of this page.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last one.'),
    hasMore: z.boolean().describe('Whether there is a next page.'),
  }),
  successStatus: 200,
  errors: [],
  examples: { data: { entries: [adjustmentExample, saleExample], nextCursor: null, hasMore: false } },
});

/** POST /api/v1/ledger/adjustments */
export const createAdjustment = defineEndpoint({
  operationId: 'createAdjustment',
  method: 'POST',
  path: '/api/v1/ledger/adjustments',
  summary: 'Book an adjustment',
  description:
    'Adds an amount to what a lead earned, or takes it away. Entries are never changed: a correction is another entry. It is booked on the campaign that the lead was placed with, else on the one it was submitted to.',
  tag: 'Ledger',
  body: adjustmentInputSchema,
  data: ledgerEntrySchema,
  successStatus: 201,
  idempotent: true,
  errors: [],
  examples: {
    body: adjustmentInputExample,
    data: adjustmentExample,
  },
});
