/** Campaigns (§2.1): what may be written, and what is stored and returned. */
import { z } from 'zod';
import { longTextSchema, requiredTextSchema, textListSchema, textSchema } from '../../formats/bounds.js';
import { campaignDocumentSchema } from './campaign-documents.js';
import { campaignAgentsSchema, campaignSettingsSchema } from './campaign-settings.js';
import { consentSchema } from '../consent.js';
import { disqualificationGroupSchema } from '../../conditions/conditions.js';
import { isCurrencyCode } from '../../formats/currency-code.js';
import { deliveryLimitSchema } from './delivery-limits.js';
import { deliveryScheduleSchema } from './delivery-schedule.js';
import { distributionSchema } from './distribution.js';
import {
  evenWithProblemItems,
  evenWithProblems,
  isObject,
  itemsOf,
} from '../../reading/even-with-problems.js';
import { campaignLookupsSchema, refuseUnasked } from './campaign-lookups.js';
import { firstSubmissionActionInputSchema, firstSubmissionActionSchema } from './first-submission-action.js';
import { pixelRuleSchema } from '../pixel.js';
import { priceSchema } from './price.js';
import { campaignCodeSchema, timestampSchema, wholeNumberSchema } from '../../formats/primitives.js';
import { returnTermsSchema } from './return-terms.js';
import { revenueMilestoneSchema } from './revenue-milestone.js';
import { routingRuleSchema } from './routing-rule.js';
import { campaignSuppliersSchema } from '../supplier.js';
import { webhooksInputSchema, webhooksSchema } from '../webhooks.js';

const commonShape = {
  name: requiredTextSchema.describe('Shown to people.').meta({ example: 'Acme - Roundup' }),
  active: z.boolean().default(true).describe('Whether the campaign takes leads.'),
  clientId: requiredTextSchema.describe('The client who buys the leads.').meta({ example: 'cli_acme' }),
  offerId: requiredTextSchema.describe('The offer the leads are for.').meta({ example: 'off_roundup' }),
  managerId: textSchema
    .optional()
    .describe("Who looks after the campaign; stands in every webhook of the campaign's leads."),
  documents: z.array(campaignDocumentSchema).max(100).optional().describe('Documents that leads sign.'),
  disqualificationConditionals: z
    .array(disqualificationGroupSchema)
    .max(100)
    .optional()
    .describe('A lead that matches any of these groups is disqualified.'),
  consent: consentSchema.optional().describe('What has to prove the consent of its leads.'),
  lookups: campaignLookupsSchema
    .optional()
    .describe('What vendors are asked about its leads, in order, after everything that costs nothing.'),
  routingRules: z.array(routingRuleSchema).max(100).optional().describe('Rules that send leads elsewhere.'),
  fallbackCampaigns: z
    .array(requiredTextSchema)
    .max(100)
    .optional()
    .describe('Campaign IDs that are tried in this order when this campaign cannot take a lead.'),
  distribution: distributionSchema
    .optional()
    .describe('Which buyers the leads are offered to, and when the next one is asked.'),
  maxAgeMinutes: wholeNumberSchema
    .min(1)
    .optional()
    .describe('A lead that came in longer ago is not offered to the campaign.'),
  suppliers: campaignSuppliersSchema
    .optional()
    .describe('Whose leads are offered to the campaign; without it, those of all suppliers.'),
  deliveryLimits: z.array(deliveryLimitSchema).max(50).optional().describe('Caps on placed leads.'),
  deliverySchedule: deliveryScheduleSchema.optional().describe('The hours in which leads are placed.'),
  price: priceSchema
    .optional()
    .describe('What the client pays for a lead that is placed with this campaign.'),
  returns: returnTermsSchema
    .optional()
    .describe('On what terms the client may return leads; without them it may not.'),
  revenueMilestones: z.array(revenueMilestoneSchema).max(100).optional().describe('What leads earn.'),
  campaignAiAgents: campaignAgentsSchema.optional().describe('Agents that talk to leads.'),
  phoneNumberId: textSchema.optional().describe('The number that SMS messages are sent from.'),
  questionnaireId: textSchema
    .optional()
    .describe("The questionnaire that leads answer; stands in every webhook of the campaign's leads."),
  deliveryEndpointId: textSchema
    .optional()
    .describe("Where leads are delivered; default the client's posting URL."),
  autoDialerConfigId: textSchema
    .optional()
    .describe("A configuration of your dialer; stands in every webhook of the campaign's leads."),
  postCallPipelineId: textSchema
    .optional()
    .describe("A pipeline of yours that follows a call; stands in every webhook of the campaign's leads."),
  settings: campaignSettingsSchema.optional().describe('Switches of the campaign.'),
  notes: longTextSchema.optional().describe('For people.'),
  tags: textListSchema.optional().describe('For people.'),
  externalId: textSchema.optional().describe("The campaign's identifier elsewhere."),
};

const pixelRules = z.array(pixelRuleSchema).max(100);

/** The body that creates a campaign (§4.1). */
export const createCampaignInputSchema = z
  .object({
    campaignId: campaignCodeSchema
      .optional()
      .describe('The campaign code; generated from client and offer when omitted.')
      .meta({ example: 'ACMRU' }),
    ...commonShape,
    webhooks: webhooksInputSchema.optional().describe('Where events are sent.'),
    firstSubmissionAction: firstSubmissionActionInputSchema
      .optional()
      .describe('What happens with the first submission of a lead before it is routed.'),
    pixelRules: pixelRules
      .superRefine(requireUniqueRuleIds, evenWithProblemItems)
      .optional()
      .describe('Conversion events that are fired by themselves.'),
  })
  .superRefine(refuseItselfAsNext, evenWithProblems)
  .superRefine(refuseOtherCurrency, evenWithProblems)
  .superRefine(refuseUnasked, evenWithProblems)
  .meta({ id: 'CreateCampaign' });
export type CreateCampaignInput = z.infer<typeof createCampaignInputSchema>;

/** A campaign as stored and returned. */
export const campaignSchema = z
  .object({
    campaignId: campaignCodeSchema.describe('The campaign code.').meta({ example: 'ACMRU' }),
    ...commonShape,
    webhooks: webhooksSchema.optional().describe('Where events are sent.'),
    firstSubmissionAction: firstSubmissionActionSchema
      .optional()
      .describe('What happens with the first submission of a lead before it is routed.'),
    pixelRules: pixelRules.optional().describe('Conversion events that are fired by themselves.'),
    clientName: textSchema.optional().describe("The client's name."),
    clientAbbrev: textSchema.optional().describe("The client's abbreviation."),
    offerName: textSchema.optional().describe("The offer's name."),
    offerAbbrev: textSchema.optional().describe("The offer's abbreviation."),
    createdAt: timestampSchema.describe('When the campaign was created.'),
    updatedAt: timestampSchema.describe('When the campaign was last changed.'),
    archivedAt: timestampSchema
      .optional()
      .describe('When the campaign was archived; absent while it is in use.'),
    lastLeadReceivedAt: timestampSchema.optional().describe('When the campaign last received a lead.'),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof campaignSchema>;

type WhereNext = Pick<Campaign, 'fallbackCampaigns' | 'deliveryLimits' | 'deliverySchedule'>;

// A campaign that cannot take a lead would only be tried again.
function refuseItselfAsNext(
  { campaignId, ...campaign }: { readonly [K in 'campaignId' | keyof WhereNext]?: unknown },
  ctx: z.RefinementCtx,
): void {
  if (typeof campaignId !== 'string') return;
  for (const { next, path } of namedNext(campaign))
    if (next === campaignId)
      ctx.addIssue({ code: 'custom', path: [...path], message: 'must not be the campaign itself' });
}

/** Whether a campaign without room sends leads to `campaignId`, which therefore must not be its own code. */
export function isNamedNext(campaign: WhereNext, campaignId: string): boolean {
  return namedNext(campaign).some(({ next }) => next === campaignId);
}

interface NamedNext {
  readonly next: unknown;
  readonly path: readonly (string | number)[];
}

function namedNext({
  fallbackCampaigns,
  deliveryLimits,
  deliverySchedule,
}: { readonly [K in keyof WhereNext]?: unknown }): readonly NamedNext[] {
  const target = (of: unknown, ...path: (string | number)[]): NamedNext => ({
    next: isObject(of) ? of['routeToCampaignId'] : undefined,
    path: [...path, 'routeToCampaignId'],
  });
  return [
    ...itemsOf(fallbackCampaigns).map((next, index) => ({ next, path: ['fallbackCampaigns', index] })),
    ...itemsOf(deliveryLimits).map((limit, index) => target(limit, 'deliveryLimits', index)),
    target(deliverySchedule, 'deliverySchedule'),
  ];
}

// Money is counted by currency, so a budget in another one would never be spent.
function refuseOtherCurrency(
  { price, deliveryLimits }: { readonly price?: unknown; readonly deliveryLimits?: unknown },
  ctx: z.RefinementCtx,
): void {
  // What is no currency has a problem of its own.
  const currencyOf = (of: unknown) => {
    const code = isObject(of) ? of['currency'] : undefined;
    return typeof code === 'string' && isCurrencyCode(code) ? code : undefined;
  };
  const earned = currencyOf(price);
  if (earned === undefined) return;
  itemsOf(deliveryLimits).forEach((limit, index) => {
    const spent = currencyOf(limit);
    if (spent !== undefined && spent !== earned)
      ctx.addIssue({
        code: 'custom',
        path: ['deliveryLimits', index, 'currency'],
        message: `must be ${earned}, the currency of the price`,
      });
  });
}

// fireOnce identifies a rule by its id, so two rules with the same id would suppress each other.
function requireUniqueRuleIds(rules: readonly unknown[], ctx: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const id = isObject(rule) ? rule['id'] : undefined;
    if (typeof id !== 'string') continue;
    if (seen.has(id))
      ctx.addIssue({ code: 'custom', path: [index, 'id'], message: 'is used by another rule' });
    seen.add(id);
  }
}
