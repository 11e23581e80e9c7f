/** Returns: clients give back leads that were sold to them. Beyond the interface. */
import { z } from 'zod';
import type { ReturnDecision } from '../words.js';
import { requiredTextSchema } from '../formats/bounds.js';
import {
  listReturnsQuerySchema,
  returnDecisionInputSchema,
  returnInputSchema,
  returnSchema,
  type ShownReturn,
} from '../resources/return.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, leadId, updatedAt } from './example-values.js';

const returnId = 'ret_01KF3V5N8Q2W7Y4B6C9D1E0G2M';
/** A requested return. */
export const returnExample: ShownReturn = {
  returnId,
  status: 'requested',
  leadId,
  placedCampaignId: 'ACMRU',
  clientId: 'cli_acme',
  amount: 42.5,
  currency: 'USD',
  requestedAt: createdAt,
  reason: 'wrong_number',
};
/** The path parameter of everything about one return. */
export const returnIdShape = {
  returnId: requiredTextSchema.describe('Identifies the return.').meta({ example: returnId }),
};
const params = z.object(returnIdShape);
const tag = 'Returns';

/** POST /api/v1/returns */
export const requestReturn = defineEndpoint({
  operationId: 'requestReturn',
  method: 'POST',
  path: '/api/v1/returns',
  summary: 'Request a return',
  description:
    "Requests the return of a sale: the lead's last one, or the one that the buyer's reference belongs to. A sale has at most one return. It is refused with INVALID_STATE and the cause at the beginning of a line of `details`: `ambiguous` (the reference fits several leads), `not_placed`, `no_returns` (the campaign takes none), `already_requested`, `too_late`, `over_quota`, `nothing_left` (corrections have taken back all of the sale).",
  tag,
  body: returnInputSchema,
  data: returnSchema,
  successStatus: 201,
  idempotent: true,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: { leadId, reason: 'wrong_number' }, data: returnExample },
});

/** What the three decisions about a return have in common. */
const decision = {
  method: 'POST',
  tag,
  params,
  body: returnDecisionInputSchema,
  data: returnSchema,
  successStatus: 200,
  idempotent: true,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
} as const;
const decided = (status: ReturnDecision, decisionNote?: string) => ({
  body: decisionNote === undefined ? {} : { note: decisionNote },
  data: {
    ...returnExample,
    status,
    decidedAt: updatedAt,
    ...(decisionNote !== undefined && { decisionNote }),
  },
});

/** POST /api/v1/returns/{returnId}/approve */
export const approveReturn = defineEndpoint({
  ...decision,
  operationId: 'approveReturn',
  path: '/api/v1/returns/{returnId}/approve',
  summary: 'Approve a return',
  description:
    'Takes back what is left of the sale: the ledger gets the negative of the sale with its corrections, the lead the status `returned` unless a newer submission determines it, and `lead.returned` is sent. A return is decided once. If corrections have taken back all of the sale, it is refused with INVALID_STATE and `nothing_left`, and stays as it is.',
  examples: decided('approved'),
});

/** POST /api/v1/returns/{returnId}/deny */
export const denyReturn = defineEndpoint({
  ...decision,
  operationId: 'denyReturn',
  path: '/api/v1/returns/{returnId}/deny',
  summary: 'Deny a return',
  description: 'Refuses a requested return; the sale stands. A return is decided once.',
  examples: decided('denied', 'the number is in service'),
});

/** POST /api/v1/returns/{returnId}/withdraw */
export const withdrawReturn = defineEndpoint({
  ...decision,
  operationId: 'withdrawReturn',
  path: '/api/v1/returns/{returnId}/withdraw',
  summary: 'Withdraw a return',
  description: 'Takes a requested return back; the sale stands. A return is decided once.',
  examples: decided('withdrawn'),
});

/** GET /api/v1/returns */
export const listReturns = defineEndpoint({
  operationId: 'listReturns',
  method: 'GET',
  path: '/api/v1/returns',
  summary: 'List returns',
  description:
    'Lists returns, newest first, by cursor. A filter that nothing can match gives an empty page; a malformed limit counts as not given.',
  tag,
  query: listReturnsQuerySchema,
  data: z.object({
    returns: z.array(returnSchema).describe('The returns of this page.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last one.'),
    hasMore: z.boolean().describe('Whether there is a next page.'),
  }),
  successStatus: 200,
  errors: [],
  examples: { data: { returns: [returnExample], nextCursor: null, hasMore: false } },
});
