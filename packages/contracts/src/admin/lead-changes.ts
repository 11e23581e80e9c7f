/** What an operator can do with one lead. */
import { z } from 'zod';
import { buyerSayings, reviewVerdicts } from '../words.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint, type AuditFacts } from './define-admin-endpoint.js';

const params = z.object({
  leadId: z
    .string()
    .min(1)
    .max(100)
    .describe('The lead.')
    .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
});
const acceptedSchema = z.object({
  leadId: z.string().describe('The lead.'),
  newSubmissionId: z.string().describe('The new submission.'),
});
const campaign = z.string().min(2).max(5).describe('The campaign.').meta({ example: 'ACMRU' });
const again = z
  .boolean()
  .default(false)
  .describe('Place it although it is sold or on its way. Without it, the call is refused then.');
const leadId = 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H';
const newSubmissionId = 'sub_01KF3V9T1Z3X5C7V9B2N4M6K8J';
const accepted = { leadId, newSubmissionId };

export const adminRepostLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/leads/{leadId}/repost',
  summary: 'Repost a lead',
  did: 'reposted {leadId}',
  description:
    'Retries the delivery of a lead whose status is failed, rejected or error; qualification is skipped.',
  params,
  data: acceptedSchema,
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { data: accepted },
});

export const adminRetryLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/leads/{leadId}/retry',
  summary: 'Retry a delivery now',
  did: 'retried the delivery of {leadId} at once',
  description:
    'Makes the next attempt of a delivery that waits for it at once, under its own key. A circuit that opened because most calls failed closes first; one that a person opened has to be closed by hand.',
  params,
  data: z.object({
    leadId: z.string().describe('The lead.'),
    submissionId: z.string().describe('The submission that is delivered.'),
    attempt: z.int().describe('The number of the next attempt.'),
    at: instantSchema.describe('When it is made.'),
  }),
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: {
    data: { leadId, submissionId: newSubmissionId, attempt: 3, at: '2026-03-01T02:14:07.120Z' },
  },
});

export const adminDeliverLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/leads/{leadId}/deliver',
  summary: 'Deliver a lead',
  did: 'delivered {leadId} by hand',
  description:
    'Sends a lead through qualification and delivery of a campaign. Refused while its approval status is pending or rejected; and, unless `again` is set, while a sale of it stands or a submission is on its way.',
  params,
  body: z.object({ campaignId: campaign, again }),
  data: acceptedSchema,
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { body: { campaignId: 'ACMRU' }, data: accepted },
});

export const adminMoveLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/leads/{leadId}/move',
  summary: 'Move a lead',
  did: 'moved {leadId} to {campaignId}',
  description:
    'Changes the campaign of a lead and sends it through qualification, routing and delivery there. Refused, unless `again` is set, while a sale of it stands or a submission is on its way.',
  params,
  body: z.object({ campaignId: campaign, again }),
  data: acceptedSchema,
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { body: { campaignId: 'BORRU' }, data: accepted },
});

export const adminApproveLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'PUT',
  path: '/leads/{leadId}/approval',
  summary: 'Approve or reject a lead',
  did: ({ approval }: AuditFacts) => (approval === 'rejected' ? 'rejected {leadId}' : 'approved {leadId}'),
  description:
    'Sets the approval of a lead that waits for it. An approved lead continues when it is delivered.',
  params,
  body: z.object({ approval: z.enum(reviewVerdicts).describe('The verdict of the reviewer.') }),
  data: z.object({
    leadId: z.string().describe('The lead.'),
    approvalStatus: z.enum(reviewVerdicts).describe('Its approval now.'),
  }),
  errors: ['INVALID_STATE'],
  examples: { body: { approval: 'approved' }, data: { leadId, approvalStatus: 'approved' } },
});

const buyerSaid: AuditFacts = {
  has_it: ': the buyer has it',
  does_not_have_it: ': the buyer does not have it',
};

export const adminResolveOutcome = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/submissions/{submissionId}/resolution',
  summary: 'Resolve an unknown outcome',
  did: ({ buyer = '' }: AuditFacts) => `resolved the unknown outcome of {leadId}${buyerSaid[buyer] ?? ''}`,
  description:
    'Records whether the buyer has a lead whose outcome is unknown, after the buyer was asked. The first answer is final; safe to repeat.',
  params: z.object({
    submissionId: z.string().min(1).max(100).describe('The submission.').meta({ example: newSubmissionId }),
  }),
  body: z.object({
    buyer: z
      .enum(buyerSayings)
      .describe(
        '`has_it`: the lead becomes delivered. `does_not_have_it`: the lead becomes failed and may be reposted.',
      ),
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

export const adminEraseLead = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/leads/{leadId}/erasure',
  summary: "Erase a lead's personal data",
  did: 'erased the personal data of {leadId}',
  description:
    'Erases the personal data of a lead everywhere; counts stay. Submissions that only wait are ended first. Safe to repeat; cannot be undone.',
  params,
  body: z.object({
    waitSeconds: z
      .number()
      .min(0)
      .max(45)
      .default(30)
      .describe('How long to wait for a lead that is in progress; repeat the request to wait longer.'),
  }),
  data: z.object({
    tenantId: z.string().describe('The tenant.'),
    leadId: z.string().describe('The lead.'),
    ended: z.array(z.string()).describe('Waiting submissions that the erasure ended.'),
    erased: z.record(z.string(), z.int()).describe('Number of changed documents by collection.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { waitSeconds: 30 },
    data: { tenantId: 'demo', leadId, ended: [], erased: { leads: 1, submissions: 2 } },
  },
});
