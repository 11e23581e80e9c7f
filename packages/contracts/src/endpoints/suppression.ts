/** Entries of suppression lists, beyond the interface. Only the tenant's own keys may. */
import { z } from 'zod';
import { addedEntriesShape, suppressionValuesSchema } from '../resources/suppression-list.js';
import { defineEndpoint } from './define-endpoint.js';

const params = z.object({
  listId: z.string().min(1).max(100).describe('The list.').meta({ example: 'sl_dnc' }),
});
const values = { values: ['+1 (415) 555-0132', '+14155550133'] };

/** POST /api/v1/suppression-lists/{listId}/entries */
export const addSuppressionEntries = defineEndpoint({
  operationId: 'addSuppressionEntries',
  method: 'POST',
  path: '/api/v1/suppression-lists/{listId}/entries',
  summary: 'List people',
  description:
    'Adds phone numbers or email addresses to a suppression list. Repeatable; a value that is none stops no other. Whole files: `sluice suppression import`.',
  tag: 'Suppression',
  params,
  body: suppressionValuesSchema,
  data: z.object(addedEntriesShape),
  successStatus: 200,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: values, data: { accepted: 1, duplicate: 1, invalid: 0, invalidLines: [] } },
});

/** POST /api/v1/suppression-lists/{listId}/entries/remove */
export const removeSuppressionEntries = defineEndpoint({
  operationId: 'removeSuppressionEntries',
  method: 'POST',
  path: '/api/v1/suppression-lists/{listId}/entries/remove',
  summary: 'Take people off a list',
  description: 'Removes phone numbers or email addresses from a suppression list. Repeatable.',
  tag: 'Suppression',
  params,
  body: suppressionValuesSchema,
  data: z.object({ removed: z.int().describe('By how many entries the list shrank.') }),
  successStatus: 200,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: values, data: { removed: 1 } },
});

/** POST /api/v1/suppression-lists/{listId}/entries/check */
export const checkSuppressionEntry = defineEndpoint({
  operationId: 'checkSuppressionEntry',
  method: 'POST',
  path: '/api/v1/suppression-lists/{listId}/entries/check',
  summary: 'Look a person up',
  description:
    'Whether a suppression list has this phone number or email address, imported, added or opted out. Nothing of it is kept. False for what is no value of such a list.',
  tag: 'Suppression',
  params,
  body: z
    .object({ value: suppressionValuesSchema.shape.values.element.describe('The value.') })
    .meta({ id: 'SuppressionValue' }),
  data: z.object({ listed: z.boolean().describe('Whether it is listed.') }),
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { body: { value: '+1 (415) 555-0132' }, data: { listed: true } },
});
