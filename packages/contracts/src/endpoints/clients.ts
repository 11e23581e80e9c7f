/** Clients (§4.5). */
import { z } from 'zod';
import { clientSchema, listClientsQuerySchema } from '../resources/client.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, updatedAt } from './example-values.js';

/** GET /api/v1/clients */
export const listClients = defineEndpoint({
  operationId: 'listClients',
  method: 'GET',
  path: '/api/v1/clients',
  summary: 'List clients',
  description:
    'Lists the clients by page. A filter that nothing can match (an unknown word, an unknown id) gives an empty list; other malformed parameters count as not given.',
  tag: 'Clients',
  query: listClientsQuerySchema,
  data: z.object({
    clients: z.array(clientSchema).describe('The clients of this page.'),
    pagination: z
      .object({
        total: z.int().min(0).describe('How many clients there are.'),
        page: z.int().min(1).describe('This page; the first is 1.'),
        limit: z.int().min(1).describe('Items per page.'),
      })
      .describe('The position of this page.'),
  }),
  successStatus: 200,
  errors: [],
  examples: {
    data: {
      clients: [
        {
          clientId: 'cli_acme',
          name: 'Acme Injury Law',
          abbrev: 'ACM',
          active: true,
          contactEmail: 'intake@acme.example',
          settings: {
            defaultPostingUrl: 'https://acme.example/leads',
            postingMethod: 'http',
            maxLeadsPerDay: 100,
          },
          createdAt,
          updatedAt,
        },
      ],
      pagination: { total: 1, page: 1, limit: 20 },
    },
  },
});
