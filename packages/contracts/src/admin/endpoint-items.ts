/**
 * Connecting a buyer: a delivery endpoint from the example in the buyer's documentation, tried with a made-up lead and
 * with answers before it is saved.
 */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint, type AuditFacts } from './define-admin-endpoint.js';
import { sentItem } from './items.js';
import { sentenceSchema } from './sentence.js';

/** A page of documentation; longer ones hold more than an example. */
const MOST_EXAMPLE = 65_536;

export const adminReadEndpointExample = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/items/deliveryEndpoints/read-example',
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

const request = {
  method: 'POST',
  url: 'https://leads.acme.example/in',
  headers: { 'Content-Type': 'application/json', 'X-Api-Key': '{{ secrets.acme_x_api_key }}' },
  body: '{"first_name":"Ada"}',
};

export const adminTryEndpoint = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/items/deliveryEndpoints/try',
  changes: ({ send }: { readonly send?: true | undefined }) => send === true,
  // The request shows the whole person.
  asksAboutPeople: ({ leadId }: { readonly leadId?: string | undefined }) => leadId !== undefined,
  summary: 'Try an endpoint before it is saved',
  did: ({ leadId }: AuditFacts) =>
    leadId === undefined
      ? 'sent a test to the endpoint {id}'
      : 'tried the endpoint {id} with the lead {leadId}',
  description:
    'Says which request an endpoint that is not saved would make of a made-up lead or an existing one, and what its rules would make of an answer: one that is pasted, or with `send` the real one to one real call with the made-up lead, which is marked as a test. The item is checked as when it is saved. Credentials are masked. Nothing is stored; the audit records who asked about an existing lead. A call with secrets to an address that is not saved needs the right to save it. INVALID_STATE if no request can be made, and for `send` while calls are on hold.',
  body: z.object({
    item: sentItem,
    lead: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A made-up lead in the format of a submission; default: a person named Test Lead.'),
    leadId: requiredTextSchema
      .max(100)
      .optional()
      .describe('An existing lead in its place; it is never sent by `send`.'),
    answer: z
      .object({
        status: z.int().min(100).max(599).describe('The HTTP status.'),
        headers: z.record(z.string(), z.string()).optional().describe('The headers.'),
        body: z.string().describe('The body.'),
      })
      .optional()
      .describe('An answer of the buyer.'),
    send: z.literal(true).optional().describe('Make the call.'),
  }),
  bounds: { except: 'item' },
  data: z
    .object({
      request: z
        .object({
          method: z.string().describe('Its method.'),
          url: z.string().describe('Where it goes.'),
          headers: z.record(z.string(), z.string()).describe('Its headers.'),
          body: z.string().describe('Its body.'),
        })
        .describe('The request, with references to secrets in place of their values.'),
      mapped: z
        .array(
          z.object({
            name: z.string().describe("The buyer's name."),
            from: z.string().describe('Our field, or a reference to a secret.'),
            value: z.string().optional().describe('Its value; absent if the lead has none.'),
          }),
        )
        .describe('The lines of the mapping; none without one.'),
      answer: z
        .object({
          status: z.int().optional().describe('The HTTP status; absent if there was no answer.'),
          body: z.string().describe('The answer, without credentials.'),
          durationMs: z.number().describe('How long it took.'),
        })
        .optional()
        .describe('What the buyer answered to the call.'),
      rule: z
        .int()
        .optional()
        .describe('The rule that matches, 1 for the first; absent if the status decides, or nothing did.'),
      outcome: z.string().optional().describe('What the answer means.'),
      reason: z.string().optional().describe('Why, in the buyer’s words or ours.'),
      price: z.number().optional().describe('The price in the answer.'),
      reference: z.string().optional().describe('The buyer’s own identifier in it.'),
      what: sentenceSchema.optional().describe('The same in words, with what each rule found.'),
    })
    .meta({ id: 'AdminTriedEndpoint' }),
  errors: ['INVALID_STATE'],
  examples: {
    body: {
      item: {
        deliveryEndpointId: 'end_acme',
        url: 'https://leads.acme.example/in',
        headers: { 'X-Api-Key': '{{ secrets.acme_x_api_key }}' },
        fields: { first_name: 'firstName' },
      },
      lead: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+16505551212' },
      answer: { status: 422, body: '{"error":"no ZIP"}' },
    },
    data: {
      request,
      mapped: [{ name: 'first_name', from: 'firstName', value: 'Ada' }],
      outcome: 'rejected',
      reason: 'http_422',
    },
  },
});

export const adminListEndpointAnswers = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'GET',
  path: '/items/deliveryEndpoints/{id}/answers',
  showsPeople: true,
  audited: true,
  summary: "An endpoint's last answers",
  did: 'viewed the last answers of the endpoint {id}',
  description:
    'The last twenty answers of a buyer to real leads, newest first, to try rules with. They hold what the buyer wrote about people, so the audit records who asked. Credentials are masked; the answer about a lead that was erased or deleted is not there.',
  params: z.object({
    id: z.string().min(1).max(100).describe('The endpoint.').meta({ example: 'end_acme' }),
  }),
  data: z.object({
    answers: z
      .array(
        z
          .object({
            at: instantSchema.describe('When.'),
            leadId: z.string().describe('About which lead.'),
            outcome: z.string().describe('What was made of it.'),
            status: z.int().optional().describe('Its HTTP status; absent if there was no answer.'),
            failure: z.string().optional().describe('Why there was none.'),
            body: z.string().optional().describe('Its body, up to 20 kB.'),
          })
          .meta({ id: 'AdminEndpointAnswer' }),
      )
      .describe('The answers.'),
  }),
  examples: {
    data: {
      answers: [
        {
          at: '2026-01-15T17:20:32.511Z',
          leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
          outcome: 'rejected',
          status: 422,
          body: '{"error":"no ZIP"}',
        },
      ],
    },
  },
});
