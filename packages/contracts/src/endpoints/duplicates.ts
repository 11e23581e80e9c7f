/** What a sender asks before it sends a lead, beyond the interface. */
import { z } from 'zod';
import { checkDuplicateInputSchema } from '../resources/duplicate-check.js';
import { defineEndpoint } from './define-endpoint.js';

/** POST /api/v1/duplicates/check */
export const checkDuplicate = defineEndpoint({
  operationId: 'checkDuplicate',
  method: 'POST',
  path: '/api/v1/duplicates/check',
  summary: 'Check for a duplicate',
  description:
    "Whether a lead with this phone number or email address would be a duplicate in the campaign at the moment. Nothing of it is kept. False for a campaign that looks for no duplicates, or among its client's leads only, and for a number that identifies nobody. A supplier may ask if its settings say so, about the campaigns that it may send to.",
  tag: 'Leads',
  body: checkDuplicateInputSchema,
  data: z.object({ duplicate: z.boolean().describe('Whether it would be a duplicate.') }),
  successStatus: 200,
  openTo: 'both',
  errors: [],
  examples: { body: { campaignId: 'ACMRU', phone: '+1 (415) 555-0132' }, data: { duplicate: true } },
});
