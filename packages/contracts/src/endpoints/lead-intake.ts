/** The endpoints that accept leads and list them (§4.2). */
import { z } from 'zod';
import { createLeadInputSchema, submitLeadInputSchema } from '../resources/lead-input.js';
import { leadListItemSchema, listLeadsQuerySchema } from '../resources/lead-list.js';
import { leadStatusSchema } from '../resources/lead-status.js';
import { supplierLeadSchema } from '../resources/supplier-view.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, leadId, submissionId, updatedAt } from './example-values.js';
import { leadIdField, submissionIdField } from './lead-answer-fields.js';

const person = {
  firstName: 'Ada',
  lastName: 'Ortiz',
  email: 'ada.ortiz@example.com',
  phone: '+1 (415) 555-0132',
};

/** POST /api/v1/leads/submit */
export const submitLead = defineEndpoint({
  operationId: 'submitLead',
  method: 'POST',
  path: '/api/v1/leads/submit',
  summary: 'Submit a lead',
  description:
    'Accepts a lead durably and sends it through qualification, routing and delivery in the background. With `leadId` an existing lead is submitted again and the contact fields are optional. With `Prefer: wait=N` the answer comes as soon as the submission has ended, is held or waits for a person, at the latest after N seconds.',
  tag: 'Leads',
  body: submitLeadInputSchema,
  data: z.object({
    leadId: leadIdField,
    submissionId: submissionIdField,
    status: leadStatusSchema.describe(
      'The status of the lead: pending; with `Preference-Applied`, the one that it has by then.',
    ),
    outcome: supplierLeadSchema.shape.outcome
      .optional()
      .describe("With `Preference-Applied` and a supplier's key: what became of it by then."),
    reason: supplierLeadSchema.shape.reason.describe('The class of its reason, as the list of leads has it.'),
    payout: supplierLeadSchema.shape.payout.describe('What it earns the supplier, if anything yet.'),
    otherPayouts: supplierLeadSchema.shape.otherPayouts,
  }),
  successStatus: 202,
  idempotent: true,
  waits: true,
  createsWork: true,
  openTo: 'both',
  errors: [],
  examples: {
    body: {
      campaignId: 'ACMRU',
      ...person,
      address: { city: 'Oakland', state: 'CA', zip: '94607' },
      dateOfBirth: '1984-05-17',
      country: 'US',
      questionnaire: { injury: 'yes' },
      attribution: { fbclid: 'IwAR0abc', captureUrl: 'https://forms.example/roundup' },
    },
    data: { leadId, submissionId, status: 'pending' },
  },
});

/** GET /api/v1/leads */
export const listLeads = defineEndpoint({
  operationId: 'listLeads',
  method: 'GET',
  path: '/api/v1/leads',
  summary: 'List leads',
  description:
    'Lists leads, the one created last first. Go on with `cursor` = `nextCursor`; pages stay stable while leads arrive. A filter that nothing can match (an unknown status, an unknown id, a date that is none, a cursor that never was) gives an empty page; other malformed parameters count as not given.',
  tag: 'Leads',
  query: listLeadsQuerySchema,
  data: z.object({
    leads: z.array(leadListItemSchema).describe('The leads of this page.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last.'),
    hasMore: z.boolean().describe('Whether there is a next page.'),
  }),
  successStatus: 200,
  errors: [],
  examples: {
    data: {
      leads: [
        {
          leadId,
          campaignId: 'ACMRU',
          clientId: 'cli_acme',
          offerId: 'off_roundup',
          ...person,
          status: 'delivered',
          isTest: false,
          createdAt,
          updatedAt,
          lastSubmissionId: submissionId,
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});

/** POST /api/v1/leads */
export const createLead = defineEndpoint({
  operationId: 'createLead',
  method: 'POST',
  path: '/api/v1/leads',
  summary: 'Create a lead directly',
  description: 'Creates a lead without qualification or delivery, for imports and migrations.',
  tag: 'Leads',
  body: createLeadInputSchema,
  data: z.object({ leadId: leadIdField, submissionId: submissionIdField }),
  successStatus: 201,
  idempotent: true,
  createsWork: true,
  errors: [],
  examples: {
    body: { campaignId: 'ACMRU', ...person, country: 'US', notes: ['Imported from the old system'] },
    data: { leadId, submissionId },
  },
});
