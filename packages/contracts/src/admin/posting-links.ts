/** Links to posting instructions, which tell a supplier how to send leads to a campaign. */
import { z } from 'zod';
import { campaignCodeSchema } from '../formats/primitives.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const params = z.object({
  supplierId: z.string().describe('The supplier.').meta({ example: 'sup_north' }),
});
const campaignIdField = campaignCodeSchema
  .describe('The campaign that it sends to.')
  .meta({ example: 'ACMRU' });

export const adminCreatePostingLink = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/suppliers/{supplierId}/posting-links',
  summary: 'Make posting instructions',
  did: 'made a link to posting instructions',
  description:
    'Makes a link to a page that tells a supplier how to send leads to a campaign. Who has the link needs no key; it is not shown again.',
  params,
  body: z.object({
    campaignId: campaignIdField,
    expiresInDays: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .describe('After how many days it expires, 1 to 365; without it, it works until it is revoked.'),
  }),
  data: z
    .object({
      url: z.string().describe('The page; with `.json` behind it, the same for programs.'),
      expiresAt: instantSchema.optional().describe('When it expires.'),
    })
    .meta({ id: 'AdminPostingLink' }),
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: {
    body: { campaignId: 'ACMRU', expiresInDays: 30 },
    data: {
      url: 'https://leads.example.com/post/Q2hhcmFjdGVyczIyT2ZJdA',
      expiresAt: '2026-02-14T17:20:31.042Z',
    },
  },
});

export const adminRevokePostingLinks = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'DELETE',
  path: '/suppliers/{supplierId}/posting-links',
  summary: 'Revoke posting instructions',
  did: 'revoked links to posting instructions',
  description: 'Revokes all links to the posting instructions of this supplier and this campaign, at once.',
  params,
  query: z.object({ campaignId: campaignIdField }),
  data: z.object({ revoked: z.int().min(0).describe('How many links were revoked.') }),
  examples: { data: { revoked: 1 } },
});
