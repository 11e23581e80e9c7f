/**
 * The tenant file: everything an operator defines for one tenant, applied with `sluice apply`. It consists of the
 * resource schemas, but an unknown key is a problem, so that typos are reported.
 */
import { z } from 'zod';
import { agentVariablesSchema } from '../resources/agent-variables.js';
import { createCampaignInputSchema } from '../resources/campaign/campaign.js';
import { clientInputSchema } from '../resources/client.js';
import { deliveryEndpointInputSchema } from '../resources/delivery-endpoint.js';
import { fieldLibraryEntryInputSchema } from '../resources/field-library.js';
import { createOfferInputSchema } from '../resources/offer.js';
import { lookupInputSchema } from '../resources/lookup.js';
import { phoneNumberSchema } from '../resources/phone-number.js';
import { campaignCodeSchema, chosenIdSchema } from '../formats/primitives.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { readBody, type ReadOutcome } from '../reading/read-body.js';
import { strictestSettings } from '../reading/read-settings.js';
import { supplierInputSchema } from '../resources/supplier.js';
import { suppressionListInputSchema } from '../resources/suppression-list.js';
import { smsAgentSchema } from '../resources/sms-agent.js';
import { tenantInputSchema } from '../resources/tenant.js';
import { currencyProblem } from '../resources/campaign/spend-currency.js';
import { valueSetSchema } from '../resources/value-set.js';
import { repeatedIds } from './repeated-ids.js';
import { unknownKeys } from './unknown-keys.js';

// More than any tenant has, and few enough to read for every lead.
const maxOfKind = 10_000;

const archived = z
  .boolean()
  .optional()
  .describe(
    'Whether it is archived; without the field, it stays as it is. A field of the library: `active`.',
  );

// All of them are asked about every lead.
const maxLists = 50;

function itemsOf<Item extends z.ZodType>(item: Item, most = maxOfKind) {
  return z.array(item).max(most).default([]);
}

/**
 * Accepts a tenant file. Applying a file twice has to find the same objects again, so every object has an identifier.
 */
export const tenantFileSchema = z
  .object({
    ...tenantInputSchema.shape,
    clients: itemsOf(clientInputSchema.extend({ archived })),
    offers: itemsOf(
      createOfferInputSchema.extend({
        offerId: chosenIdSchema.describe('Identifies the offer; chosen by you.'),
        archived,
      }),
    ),
    deliveryEndpoints: itemsOf(deliveryEndpointInputSchema.safeExtend({ archived })),
    phoneNumbers: itemsOf(phoneNumberSchema.extend({ archived })),
    smsAgents: itemsOf(smsAgentSchema.extend({ archived })),
    agentVariables: itemsOf(agentVariablesSchema.extend({ archived })),
    suppliers: itemsOf(supplierInputSchema.extend({ archived })),
    suppressionLists: itemsOf(suppressionListInputSchema.safeExtend({ archived }), maxLists),
    valueSets: itemsOf(valueSetSchema.extend({ archived })),
    lookups: z.array(lookupInputSchema.safeExtend({ archived })).max(100).default([]),
    fieldLibrary: itemsOf(fieldLibraryEntryInputSchema.extend({ archived })),
    campaigns: itemsOf(
      createCampaignInputSchema.safeExtend({
        campaignId: campaignCodeSchema.describe('The campaign code.'),
        archived,
      }),
    ),
  })
  .superRefine((file, ctx) => {
    for (const { path, message } of repeatedIds(file)) ctx.addIssue({ code: 'custom', path, message });
  }, evenWithProblems)
  .superRefine(({ clients, campaigns }, ctx) => {
    const byId = new Map(clients.map((client) => [client.clientId, client]));
    for (const [index, campaign] of campaigns.entries()) {
      const client = byId.get(campaign.clientId);
      const problem = client && currencyProblem(campaign, client);
      if (problem !== undefined)
        ctx.addIssue({
          code: 'custom',
          path: ['campaigns', index, 'price', 'currency'],
          message: problem.replace('price.currency: ', ''),
        });
    }
  });

/** A parsed tenant file: defaults filled in, spellings canonical. */
export type TenantFile = z.infer<typeof tenantFileSchema>;

/**
 * Reads a parsed tenant file with its `${NAME}` placeholders already expanded; returns all problems at once. It may have
 * more patterns than one request.
 */
export function readTenantFile(document: unknown, settings = strictestSettings): ReadOutcome<TenantFile> {
  const generous = { ...settings, patternBudget: Number.POSITIVE_INFINITY };
  const read = readBody(tenantFileSchema, document, generous, { maxItems: 100_000 });
  if (read.kind === 'invalid') return read;
  const problems = unknownKeys(document, read.value);
  return problems.length > 0 ? { kind: 'invalid', problems } : read;
}
