/** Connecting a buyer: a delivery endpoint from the example in the buyer's documentation. */
import { z } from 'zod';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

/** A page of documentation; longer ones hold more than an example. */
const MOST_EXAMPLE = 65_536;

export const adminReadEndpointExample = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/items/deliveryEndpoints/read-example',
  role: 'operate',
  members: ['owner', 'manager'],
  changes: false,
  summary: "Read a buyer's example",
  description:
    'Reads a curl command, a JSON body or a form body: what a delivery endpoint like it would be, for a person to confirm line by line. What stands in the place of a credential (`Authorization`, `-u`, a header, parameter or member of such a name) becomes a reference to a secret with a proposed name. No value of a credential, and no value of the body, is in the answer. Nothing is run, sent or stored; what could not be read is named.',
  body: z.object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(MOST_EXAMPLE)
      .describe('The example as it stands in the documentation.'),
  }),
  data: z
    .object({
      item: z
        .record(z.string(), z.unknown())
        .describe(
          'A delivery endpoint as in a tenant file, without what the example does not say. A field that is still to be chosen is empty.',
        ),
      secrets: z
        .array(
          z.object({
            name: z.string().describe('A name that no secret of the tenant has.'),
            of: z.string().describe('Where its value stands in the example.'),
          }),
        )
        .describe('Secrets to be set before the endpoint is saved.'),
      notRead: z.array(z.string()).describe('What could not be read, or is still to be chosen.'),
    })
    .meta({ id: 'AdminReadExample' }),
  examples: {
    body: {
      text: 'curl https://leads.acme.example/in -H \'X-Api-Key: 4711\' --json \'{"first_name": "Ada", "plan": "b"}\'',
    },
    data: {
      item: {
        deliveryEndpointId: 'end_acme',
        url: 'https://leads.acme.example/in',
        method: 'POST',
        format: 'json',
        fields: { first_name: 'firstName', plan: '' },
        headers: { 'X-Api-Key': '{{ secrets.acme_x_api_key }}' },
      },
      secrets: [{ name: 'acme_x_api_key', of: 'the header X-Api-Key' }],
      notRead: ['plan: which field fills it'],
    },
  },
});
