/** The endpoints that change leads or place them again (§4.2). */
import { z } from 'zod';
import { repostLeadInputSchema, targetCampaignInputSchema } from '../resources/lead-placement.js';
import { bulkUpdateLeadsInputSchema } from '../resources/lead-updates.js';
import { defineEndpoint } from './define-endpoint.js';
import { leadId, newSubmissionId } from './example-values.js';
import { leadIdField, leadParams, newSubmissionIdField } from './lead-answer-fields.js';

/** PATCH /api/v1/leads/bulk */
export const bulkUpdateLeads = defineEndpoint({
  operationId: 'bulkUpdateLeads',
  method: 'PATCH',
  path: '/api/v1/leads/bulk',
  summary: 'Update several leads',
  description:
    'Sets the same fields on up to 1,000 leads. One unknown or malformed field refuses the whole update. Leads of others, or that do not exist, are not counted.',
  tag: 'Leads',
  body: bulkUpdateLeadsInputSchema,
  data: z.object({
    modifiedCount: z.int().min(0).describe('How many leads really changed.').meta({ example: 1 }),
  }),
  successStatus: 200,
  errors: [],
  examples: {
    body: { leadIds: [leadId], updates: { status: 'contacted', 'questionnaire.injury': 'yes' } },
    data: { modifiedCount: 1 },
  },
});

/** POST /api/v1/leads/{leadId}/repost */
export const repostLead = defineEndpoint({
  operationId: 'repostLead',
  method: 'POST',
  path: '/api/v1/leads/{leadId}/repost',
  summary: 'Repost a lead',
  description:
    'Tries the delivery of a lead again whose status is failed, rejected or error. With `modifiedPayload` the lead goes through qualification again; otherwise qualification is skipped.',
  tag: 'Leads',
  params: leadParams,
  body: repostLeadInputSchema,
  data: z.object({
    newSubmissionId: newSubmissionIdField,
    leadId: leadIdField,
    requiresQualification: z.boolean().describe('Whether the lead goes through qualification again.'),
  }),
  successStatus: 202,
  idempotent: true,
  createsWork: true,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    body: { modifiedPayload: { phone: '+1 (415) 555-0133' }, campaignId: 'ACMRU' },
    data: { newSubmissionId, leadId, requiresQualification: true },
  },
});

/** POST /api/v1/leads/{leadId}/deliver */
export const deliverLead = defineEndpoint({
  operationId: 'deliverLead',
  method: 'POST',
  path: '/api/v1/leads/{leadId}/deliver',
  summary: 'Deliver a lead',
  description:
    'Sends a lead that awaits action through qualification and delivery of a campaign. Refused while its approval status is pending or rejected.',
  tag: 'Leads',
  params: leadParams,
  body: targetCampaignInputSchema,
  data: z.object({ newSubmissionId: newSubmissionIdField, leadId: leadIdField }),
  successStatus: 202,
  idempotent: true,
  createsWork: true,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: { campaignId: 'ACMRU' }, data: { newSubmissionId, leadId } },
});

/** POST /api/v1/leads/{leadId}/move-to-campaign; answers with a message and no data (§1.3). */
export const moveLead = defineEndpoint({
  operationId: 'moveLeadToCampaign',
  method: 'POST',
  path: '/api/v1/leads/{leadId}/move-to-campaign',
  summary: 'Move a lead to another campaign',
  description:
    'Changes the campaign of a lead and sends a new submission through qualification, routing and delivery.',
  tag: 'Leads',
  params: leadParams,
  body: targetCampaignInputSchema,
  successStatus: 202,
  idempotent: true,
  createsWork: true,
  errors: ['NOT_FOUND'],
  examples: { body: { campaignId: 'BORRU' }, message: 'Lead moved to campaign BORRU' },
});
