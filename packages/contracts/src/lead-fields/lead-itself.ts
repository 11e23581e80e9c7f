/** What is sent with a lead and stored beside its data: its id, its campaign, and whether it is a test. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import type { PlainField } from './columns.js';

const campaignId = requiredTextSchema.describe('Campaign code.').meta({ example: 'ACMRU' });
const isTest = z
  .boolean()
  .optional()
  .describe('True marks a test lead: no deduplication, no pixels, no limits.');

/** The rows of these fields. */
export const leadItself = {
  leadId: {
    kind: 'text',
    in: { submit: requiredTextSchema.optional().describe('Submits an existing lead again.') },
    keys: ['leadId'],
    search: 'id',
    receivers: ['buyers', 'webhooks', 'facebook', 'tiktok'],
    library: ['system', 'Lead ID', 'string'],
    columns: false,
    personal: 'nothing',
  },
  campaignId: {
    kind: 'text',
    in: { submit: campaignId, create: campaignId },
    keys: ['campaignId'],
    search: false,
    receivers: ['buyers', 'webhooks'],
    library: ['system', 'Campaign ID', 'string'],
    columns: false,
    personal: 'nothing',
  },
  isTest: {
    kind: 'truth',
    in: {
      submit: isTest,
      create: isTest,
      update: z.boolean().optional().describe('Whether it is a test lead.'),
    },
    keys: ['isTest'],
    search: false,
    receivers: ['buyers', 'webhooks'],
    library: ['system', 'Test lead', 'boolean'],
    columns: { people: 'istest test testlead' },
    personal: 'nothing',
  },
} as const satisfies Readonly<Record<string, PlainField>>;
