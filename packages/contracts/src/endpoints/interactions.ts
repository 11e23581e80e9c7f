/** Interactions (§4.8). */
import { z } from 'zod';
import { interactionSchema, recordInteractionInputSchema } from '../resources/interaction.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, interactionId, leadId, updatedAt } from './example-values.js';
import { leadParams } from './lead-answer-fields.js';

const example = {
  interactionId,
  leadId,
  campaignId: 'ACMRU',
  type: 'sms' as const,
  status: 'in_progress' as const,
  phone: '+14155550132',
  telephony: { provider: 'console', phoneNumber: '+14155550100' },
  sms: { agentMode: false, direction: 'outbound' as const },
  transcript: [
    {
      timestamp: createdAt,
      role: 'agent' as const,
      message: 'Hello Ada, when may we call you?',
      source: 'manual' as const,
    },
  ],
  createdAt,
  updatedAt,
};

/** GET /api/v1/interactions/lead/{leadId} */
export const listLeadInteractions = defineEndpoint({
  operationId: 'listLeadInteractions',
  method: 'GET',
  path: '/api/v1/interactions/lead/{leadId}',
  summary: 'List the interactions of a lead',
  description: 'Returns all calls, SMS conversations and email threads of a lead, most recent first.',
  tag: 'Interactions',
  params: leadParams,
  data: z.object({
    interactions: z.array(interactionSchema).describe('The interactions, most recent first.'),
  }),
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { data: { interactions: [example] } },
});

/** GET /api/v1/interactions/{interactionId} */
export const getInteraction = defineEndpoint({
  operationId: 'getInteraction',
  method: 'GET',
  path: '/api/v1/interactions/{interactionId}',
  summary: 'Get an interaction',
  description: 'Returns one interaction with its full transcript.',
  tag: 'Interactions',
  params: z.object({
    interactionId: requiredTextSchema
      .describe('Identifies the interaction.')
      .meta({ example: interactionId }),
  }),
  data: interactionSchema,
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { data: example },
});

const recorded = {
  leadId,
  externalId: 'dialer-9814',
  type: 'call' as const,
  status: 'completed' as const,
  phone: '+14155550132',
  call: { direction: 'outbound' as const, duration: 61, spokenTo: true },
  summary: 'Wants to be called back on Friday.',
};

/** POST /api/v1/interactions: an addition to the interface. */
export const recordInteraction = defineEndpoint({
  operationId: 'recordInteraction',
  method: 'POST',
  path: '/api/v1/interactions',
  summary: 'Record a call or an email thread',
  description:
    'Records a call or an email thread that a dialer, a mailbox or a CRM of yours held with a lead. With an externalId the request is repeatable: the answer to the first is 201, and a later one updates that interaction (200), replacing the fields that it gives. A text conversation is recorded by sending and receiving messages.',
  tag: 'Interactions',
  body: recordInteractionInputSchema,
  data: interactionSchema,
  successStatus: 201,
  alsoStatus: 200,
  idempotent: true,
  errors: [],
  examples: {
    body: recorded,
    data: { interactionId, ...recorded, campaignId: 'ACMRU', createdAt, updatedAt },
  },
});
