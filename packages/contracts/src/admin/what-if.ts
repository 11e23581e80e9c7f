/** What would happen: to one lead, or to the latest real leads if a campaign were changed. Nothing is saved or sent. */
import { z } from 'zod';
import { stages } from '../decisions/decision.js';
import { traceEntrySchema } from '../decisions/trace.js';
import { requiredTextSchema, textSchema } from '../resources/bounds.js';
import { disqualificationGroupSchema } from '../resources/conditions.js';
import { campaignSettingsSchema } from '../resources/campaign-settings.js';
import { deliveryLimitSchema } from '../resources/delivery-limits.js';
import { deliveryScheduleSchema } from '../resources/delivery-schedule.js';
import { distributionSchema } from '../resources/distribution.js';
import { priceSchema } from '../resources/price.js';
import { wholeNumberSchema } from '../resources/primitives.js';
import { routingRuleSchema } from '../resources/routing-rule.js';
import { campaignSuppliersSchema } from '../resources/supplier.js';
import { instantSchema } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';
import { sentenceSchema } from './sentence.js';

/** A campaign's deciding settings after a change; omitted ones stay unchanged. */
export const campaignChangeSchema = z
  .strictObject({
    active: z.boolean().optional().describe('Whether it takes leads.'),
    disqualificationConditionals: z
      .array(disqualificationGroupSchema)
      .max(100)
      .optional()
      .describe('What it refuses.'),
    routingRules: z.array(routingRuleSchema).max(100).optional().describe('Where it sends leads.'),
    fallbackCampaigns: z.array(requiredTextSchema).max(100).optional().describe('Its fallback campaigns.'),
    suppliers: campaignSuppliersSchema.optional().describe('Whose leads it is offered.'),
    distribution: distributionSchema.optional().describe('Its buyers, and when the next one is asked.'),
    price: priceSchema.optional().describe('What its client pays.'),
    maxAgeMinutes: wholeNumberSchema.min(1).optional().describe('How old a lead may be.'),
    deliveryLimits: z.array(deliveryLimitSchema).max(50).optional().describe('Its caps.'),
    deliverySchedule: deliveryScheduleSchema.optional().describe('Its hours.'),
    deliveryEndpointId: textSchema.optional().describe('Where its leads are delivered.'),
    settings: campaignSettingsSchema.optional().describe('Its switches.'),
  })
  .meta({ id: 'AdminCampaignChange' });
export type CampaignChange = z.infer<typeof campaignChangeSchema>;

const outcomeSchema = z
  .object({
    label: z.string().describe('The end in a few words.'),
    tone: z.enum(['good', 'bad', 'warn', 'quiet']).describe('How the end is rated.'),
    decisions: z.array(sentenceSchema).describe('Every decision with its reasons.'),
    plans: z.array(z.string()).describe('The webhooks, pixels and messages that would be sent.'),
    request: z
      .object({
        method: z.string().describe('Its method.'),
        url: z.string().describe('Where it would go.'),
        body: z.string().describe('What it would say.'),
      })
      .optional()
      .describe('What its buyer would be sent, without headers.'),
  })
  .meta({ id: 'AdminForeseen' });
export type ForeseenView = z.infer<typeof outcomeSchema>;

const sourceShape = {
  supplierId: textSchema.optional().describe('The supplier that sends the typed lead.'),
  subId1: textSchema.optional().describe('Its first sub id.'),
};

const refusesSchema = z
  .array(requiredTextSchema.max(100))
  .max(25)
  .optional()
  .describe('Campaigns whose buyers are taken to refuse the lead, so that the next buyer shows.');

const offer = {
  leads: z.int().describe('How many leads would be offered.'),
  unpriced: z.int().describe('How many of them have no expected price.'),
  money: z
    .array(
      z.object({
        currency: z.string().describe('ISO 4217 code.'),
        amount: z.number().describe('The sum of the expected prices, in units of the currency.'),
      }),
    )
    .describe('What they are expected to earn, by currency.'),
};

const offeredSchema = z
  .object({
    ...offer,
    buyers: z
      .array(
        z.object({
          campaignId: z.string().describe('The campaign whose buyer would be offered them.'),
          group: z.string().optional().describe('The group as whose member; absent outside groups.'),
          ...offer,
        }),
      )
      .describe('The same for each buyer.'),
  })
  .meta({ id: 'AdminOffered' });

const outcome: ForeseenView = {
  label: 'sent to ACMRU',
  tone: 'good',
  decisions: [{ text: 'Routed to campaign ACMRU, client cli_acme.', tone: 'good' }],
  plans: ['webhook lead.qualified'],
};

export const adminWhatIfLead = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/what-if/lead',
  role: 'view',
  members: ['owner', 'manager', 'analyst'],
  showsPeople: true,
  changes: false,
  // A condition that is chosen for it tells, question by question, every value of a lead that is shown masked.
  asksAboutPeople: ({ leadId }: { readonly leadId?: string | undefined }) => leadId !== undefined,
  summary: 'What would happen to a lead',
  did: ({ leadId, campaignId }: AuditFacts) =>
    leadId === undefined && campaignId !== undefined
      ? 'ran a what-if on {campaignId}'
      : 'ran a what-if on {leadId}',
  description:
    'The decisions on a typed or existing lead with the current configuration, caps and hours, and optionally with an unsaved change. Nothing is claimed, reserved, written or sent. An existing lead needs the role `operate`, and the audit records who asked about it; a typed lead is compared with stored ones only for that role.',
  body: z.object({
    campaignId: requiredTextSchema.max(100).describe('The campaign that it would be submitted to.'),
    leadId: requiredTextSchema.max(100).optional().describe('An existing lead.'),
    lead: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A lead in the format of a submission: firstName, phone, questionnaire and so on.'),
    ...sourceShape,
    change: campaignChangeSchema.optional().describe('The changed campaign.'),
    refuses: refusesSchema,
  }),
  data: z.object({
    now: outcomeSchema.describe('With the current campaign.'),
    changed: outcomeSchema.optional().describe('With the changed campaign.'),
  }),
  examples: {
    body: { campaignId: 'ACMRU', lead: { firstName: 'Ada', phone: '+16505551212' } },
    data: { now: outcome },
  },
});

export const adminWhatIfRecent = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/what-if/recent',
  role: 'operate',
  members: ['owner', 'manager'],
  showsPeople: true,
  changes: false,
  audited: true,
  summary: 'What would happen to the last real leads',
  did: 'ran a what-if on the last leads of {campaignId}',
  description:
    'Decides the last real leads of a campaign twice, with the current and with the changed campaign: each at the time it arrived, with room under every cap; a recorded duplicate stays one. Returns which leads would end differently, how many, and how many would be offered to which buyer at which expected prices. An empty change says what the campaign as it is would sell. Nothing is saved or sent; the audit records who asked.',
  body: z.object({
    campaignId: requiredTextSchema.max(100).describe('The campaign that would be changed.'),
    change: campaignChangeSchema.describe('The changed campaign.'),
    limit: z.int().min(1).max(1_000).default(100).describe('How many leads.'),
  }),
  data: z.object({
    looked: z.int().describe('How many leads were decided.'),
    differ: z.int().describe('How many would end differently.'),
    offered: z
      .object({
        now: offeredSchema.describe('With the current campaign.'),
        changed: offeredSchema.describe('With the changed campaign.'),
      })
      .describe('What would be sold if every buyer took what it is offered.'),
    groups: z
      .array(
        z.object({
          from: z.string().describe('The end with the current campaign.'),
          to: z.string().describe('The end after the change.'),
          count: z.int().describe('How many leads.'),
        }),
      )
      .describe('The pairs of ends, most frequent first.'),
    leads: z
      .array(
        z.object({
          leadId: z.string().describe('The lead.'),
          createdAt: instantSchema.describe('When it arrived.'),
          from: outcomeSchema
            .pick({ label: true, tone: true })
            .describe('Its end with the current campaign.'),
          to: outcomeSchema.pick({ label: true, tone: true }).describe('Its end after the change.'),
          because: sentenceSchema.describe('The first decision that differs, with its reasons.'),
        }),
      )
      .describe('Those that would end differently, newest first.'),
  }),
  examples: {
    body: { campaignId: 'ACMRU', change: { active: false } },
    data: {
      looked: 100,
      differ: 1,
      offered: {
        now: {
          leads: 92,
          unpriced: 0,
          money: [{ currency: 'USD', amount: 3_680 }],
          buyers: [
            { campaignId: 'ACMRU', leads: 92, unpriced: 0, money: [{ currency: 'USD', amount: 3_680 }] },
          ],
        },
        changed: {
          leads: 91,
          unpriced: 0,
          money: [{ currency: 'USD', amount: 3_640 }],
          buyers: [
            { campaignId: 'BORRU', leads: 91, unpriced: 0, money: [{ currency: 'USD', amount: 3_640 }] },
          ],
        },
      },
      groups: [{ from: 'sent to ACMRU', to: 'no campaign could take the lead', count: 1 }],
      leads: [
        {
          leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
          createdAt: '2026-01-15T17:20:31.042Z',
          from: { label: 'sent to ACMRU', tone: 'good' },
          to: { label: 'no campaign could take the lead', tone: 'bad' },
          because: { text: 'Ended in an error: no campaign could take the lead.', tone: 'bad' },
        },
      ],
    },
  },
});

const traceSchema = z.array(traceEntrySchema).describe('The checks, with their values and verdicts.');

const foreseenDeliverySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request').describe('There would be a request.'),
    method: z.string().describe('Its method.'),
    url: z.string().describe('Where it would go.'),
    body: z.string().describe('What it would say.'),
    trace: traceSchema,
  }),
  z.object({
    kind: z.literal('none').describe('There would be none.'),
    reason: z.string().describe('Why there would be no request.'),
    trace: traceSchema,
  }),
]);

export const adminSimulateLead = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/simulate',
  role: 'view',
  members: ['owner', 'manager', 'analyst'],
  showsPeople: true,
  changes: false,
  summary: 'Simulate a made-up lead',
  description:
    'The decisions on a made-up lead as they would be recorded, with their traces, and the request that the buyer would receive. Nothing is claimed, reserved, written or sent. It is compared with stored leads only for the role `operate`.',
  body: z.object({
    campaignId: requiredTextSchema.max(100).describe('The campaign that it would be submitted to.'),
    lead: z
      .record(z.string(), z.unknown())
      .describe('A lead in the format of a submission: firstName, phone, questionnaire and so on.'),
    ...sourceShape,
    refuses: refusesSchema,
  }),
  data: z
    .object({
      decisions: z
        .array(
          z.object({
            stage: z.enum(stages).describe('The stage that would decide.'),
            decision: z
              .looseObject({
                kind: z.string().describe('What was decided.'),
                reason: z.string().optional().describe('Why, as a code.'),
                trace: traceSchema,
              })
              .describe('The decision as it would be recorded.'),
            effects: z.array(z.string()).describe('The effects it would plan, e.g. `pixel lead_qualified`.'),
          }),
        )
        .describe('First to last.'),
      delivery: foreseenDeliverySchema
        .optional()
        .describe('The request to the buyer, without headers; absent if the lead would not reach a buyer.'),
    })
    .meta({ id: 'AdminSimulation' }),
  examples: {
    body: { campaignId: 'ACMRU', lead: { firstName: 'Ada', phone: '+16505551212' } },
    data: {
      decisions: [
        {
          stage: 'qualification',
          decision: {
            kind: 'qualified',
            trace: [{ looked: 'dedupe', verdict: 'passed', values: { fields: ['phone', 'email'] } }],
          },
          effects: ['pixel lead_qualified'],
        },
      ],
      delivery: {
        kind: 'request',
        method: 'POST',
        url: 'https://buyer.example/leads',
        body: '{"firstName":"Ada"}',
        trace: [],
      },
    },
  },
});
