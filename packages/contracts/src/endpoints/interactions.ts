/** Interactions (§4.8). */
import { z } from 'zod';
import { interactionSchema } from '../resources/interaction.js';
import { requiredTextSchema } from '../resources/bounds.js';
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
