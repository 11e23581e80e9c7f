/** What an operator does with one lead. */
import { z } from 'zod';
import { tenantParams } from './common.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const tag = 'Admin: leads';
const params = tenantParams.extend({
  leadId: z
    .string()
    .min(1)
    .max(100)
    .describe('The lead.')
    .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
});
const acceptedSchema = z.object({
  leadId: z.string().describe('The lead.'),
  newSubmissionId: z.string().describe('The submission that carries it on.'),
});
const campaign = z.string().min(2).max(5).describe('The campaign.').meta({ example: 'ACMRU' });
const leadId = 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H';
const newSubmissionId = 'sub_01KF3V9T1Z3X5C7V9B2N4M6K8J';
const accepted = { leadId, newSubmissionId };

/** POST /admin/v1/tenants/{tenantId}/leads/{leadId}/repost */
export const adminRepostLead = defineAdminEndpoint({
  operationId: 'adminRepostLead',
  ...{ method: 'POST', path: '/admin/v1/tenants/{tenantId}/leads/{leadId}/repost', role: 'operate', tag },
  summary: 'Repost a lead',
  description:
    'Tries the delivery of a lead again whose status is failed, rejected or error; qualification is skipped.',
  params,
  data: acceptedSchema,
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { data: accepted },
});

/** POST /admin/v1/tenants/{tenantId}/leads/{leadId}/deliver */
export const adminDeliverLead = defineAdminEndpoint({
  operationId: 'adminDeliverLead',
  ...{ method: 'POST', path: '/admin/v1/tenants/{tenantId}/leads/{leadId}/deliver', role: 'operate', tag },
  summary: 'Deliver a lead',
  description:
    'Sends a lead through qualification and delivery of a campaign. Refused while its approval status is pending or rejected.',
  params,
  body: z.object({ campaignId: campaign }),
  data: acceptedSchema,
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { body: { campaignId: 'ACMRU' }, data: accepted },
});

/** POST /admin/v1/tenants/{tenantId}/leads/{leadId}/move */
export const adminMoveLead = defineAdminEndpoint({
  operationId: 'adminMoveLead',
  ...{ method: 'POST', path: '/admin/v1/tenants/{tenantId}/leads/{leadId}/move', role: 'operate', tag },
  summary: 'Move a lead',
  description:
    'Changes the campaign of a lead and sends it through qualification, routing and delivery there.',
  params,
  body: z.object({ campaignId: campaign }),
  data: acceptedSchema,
  successStatus: 202,
  errors: [],
  examples: { body: { campaignId: 'BORRU' }, data: accepted },
});

/** PUT /admin/v1/tenants/{tenantId}/leads/{leadId}/approval */
export const adminApproveLead = defineAdminEndpoint({
  operationId: 'adminApproveLead',
  ...{ method: 'PUT', path: '/admin/v1/tenants/{tenantId}/leads/{leadId}/approval', role: 'operate', tag },
  summary: 'Approve or reject a lead',
  description:
    'Sets the approval of a lead that waits for it. An approved lead goes on when it is delivered.',
  params,
  body: z.object({ approval: z.enum(['approved', 'rejected']).describe('What the reviewer says.') }),
  data: z.object({
    leadId: z.string().describe('The lead.'),
    approvalStatus: z.enum(['approved', 'rejected']).describe('Its approval now.'),
  }),
  errors: ['INVALID_STATE'],
  examples: { body: { approval: 'approved' }, data: { leadId, approvalStatus: 'approved' } },
});

/** POST /admin/v1/tenants/{tenantId}/submissions/{submissionId}/resolution */
export const adminResolveOutcome = defineAdminEndpoint({
  operationId: 'adminResolveOutcome',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/submissions/{submissionId}/resolution',
  ...{ role: 'operate', tag },
  summary: 'Resolve an unknown outcome',
  description:
    'Says whether the buyer has a lead of which that is unknown, once it was asked. What was said first stands; safe to repeat.',
  params: tenantParams.extend({
    submissionId: z.string().min(1).max(100).describe('The submission.').meta({ example: newSubmissionId }),
  }),
  body: z.object({
    buyer: z
      .enum(['has_it', 'does_not_have_it'])
      .describe('It has it: the lead is delivered. It does not: the lead is failed and may be reposted.'),
  }),
  data: z.object({
    kind: z.literal('resolved').describe('Always so.'),
    leadId: z.string().describe('The lead.'),
    submissionId: z.string().describe('The submission.'),
    status: z.string().describe('What it is now.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { buyer: 'has_it' },
    data: { kind: 'resolved', leadId, submissionId: newSubmissionId, status: 'delivered' },
  },
});

/** POST /admin/v1/tenants/{tenantId}/leads/{leadId}/erasure */
export const adminEraseLead = defineAdminEndpoint({
  operationId: 'adminEraseLead',
  ...{ method: 'POST', path: '/admin/v1/tenants/{tenantId}/leads/{leadId}/erasure', role: 'administer', tag },
  summary: "Erase a lead's personal data",
  description:
    'Takes the personal data of a lead out of everything, counts kept; what only waits is ended first. Safe to repeat. It cannot be undone.',
  params,
  body: z.object({
    waitSeconds: z
      .number()
      .min(0)
      .max(45)
      .default(30)
      .describe('How long to wait for a lead that is on its way; ask again to wait longer.'),
  }),
  data: z.object({
    tenantId: z.string().describe('The tenant.'),
    leadId: z.string().describe('The lead.'),
    ended: z.array(z.string()).describe('Submissions that were waiting and were ended for it.'),
    erased: z
      .record(z.string(), z.int())
      .describe('Documents that something was taken out of, by collection.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { waitSeconds: 30 },
    data: { tenantId: 'demo', leadId, ended: [], erased: { leads: 1, submissions: 2 } },
  },
});
