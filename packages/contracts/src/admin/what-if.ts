/** What would happen: to one lead, or to the latest real leads if items were saved. Nothing is saved or sent. */
import { z } from 'zod';
import { stages } from '../decisions/decision.js';
import { traceEntrySchema } from '../decisions/trace.js';
import { requiredTextSchema, textSchema } from '../formats/bounds.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';
import { itemSections, sentItem } from './items.js';
import { sentenceSchema } from './sentence.js';

/** Items that are not saved, new ones too. */
const itemsField = z
  .array(
    z.strictObject({
      section: z.enum(itemSections).describe('The section of the tenant file, or `tenant` for its settings.'),
      item: sentItem,
    }),
  )
  .max(50)
  .optional()
  .describe('Items as if they were saved, each whole; all together, as in one file.');

const offeredPriceSchema = z.object({
  amount: z.number().describe('In units of the currency.'),
  currency: z.string().describe('ISO 4217 code.'),
});

const outcomeSchema = z
  .object({
    label: z.string().describe('The end in a few words.'),
    tone: z.enum(['good', 'bad', 'warn', 'quiet']).describe('How the end is rated.'),
    decisions: z.array(sentenceSchema).describe('Every decision with its reasons.'),
    offered: z
      .array(
        z.object({
          campaignId: z.string().describe('The campaign whose buyer it is.'),
          group: z.string().optional().describe('The group as whose member; absent outside groups.'),
          price: offeredPriceSchema.optional().describe('The expected price; absent if there is none.'),
        }),
      )
      .describe('The buyers that would be offered the lead, in their order.'),
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

const notShownField = z.array(z.string()).describe('What it cannot show, in words.');

const outcome: ForeseenView = {
  label: 'sent to ACMRU',
  tone: 'good',
  decisions: [{ text: 'Routed to campaign ACMRU, client cli_acme.', tone: 'good' }],
  offered: [{ campaignId: 'ACMRU', price: { amount: 40, currency: 'USD' } }],
  plans: ['webhook lead.qualified'],
};

export const adminWhatIfLead = defineAdminEndpoint({
  ...inTenant.view,
  method: 'POST',
  path: '/what-if/lead',
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
    'The decisions on a typed or existing lead with the current configuration, caps and hours, and optionally with items that are not saved, which are checked as when they are saved. Nothing is claimed, reserved, written or sent. An existing lead needs the role `operate`, and the audit records who asked about it; a typed lead is compared with stored ones only for that role.',
  body: z.object({
    campaignId: requiredTextSchema.max(100).describe('The campaign that it would be submitted to.'),
    leadId: requiredTextSchema.max(100).optional().describe('An existing lead.'),
    lead: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A lead in the format of a submission: firstName, phone, questionnaire and so on.'),
    ...sourceShape,
    items: itemsField,
    refuses: refusesSchema,
  }),
  data: z.object({
    now: outcomeSchema
      .optional()
      .describe('With the configuration as it is; absent if only the items have the campaign.'),
    changed: outcomeSchema.optional().describe('With the items.'),
    notShown: notShownField,
  }),
  bounds: { except: 'items' },
  errors: ['INVALID_STATE'],
  examples: {
    body: { campaignId: 'ACMRU', lead: { firstName: 'Ada', phone: '+16505551212' } },
    data: {
      now: outcome,
      notShown: ['Another lead may fill a cap before this one comes, or come with the same values.'],
    },
  },
});

export const adminWhatIfRecent = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/what-if/recent',
  showsPeople: true,
  changes: false,
  audited: true,
  summary: 'What would happen to the last real leads',
  did: 'ran a what-if on the last leads of {campaignId}',
  description:
    'Decides the last real leads of a campaign twice, with the configuration as it is and with items that are not saved, which are checked as when they are saved: each at the time it arrived, with room under every cap; a recorded duplicate stays one. Returns which leads would end differently, how many, and how many would be offered to which buyer at which expected prices. Without items it says what the campaign as it is would sell. A campaign that only the items have is tried with the last real leads of the tenant. Nothing is saved or sent; the audit records who asked.',
  body: z.object({
    campaignId: requiredTextSchema.max(100).describe('The campaign that they would be submitted to.'),
    leadsOf: requiredTextSchema
      .max(100)
      .optional()
      .describe('The campaign whose last leads are taken; default: the campaign itself.'),
    items: itemsField,
    limit: z.int().min(1).max(1_000).default(100).describe('How many leads.'),
  }),
  data: z.object({
    looked: z.int().describe('How many leads were decided.'),
    differ: z.int().describe('How many would end differently.'),
    offered: z
      .object({
        now: offeredSchema.describe('With the configuration as it is.'),
        changed: offeredSchema.describe('With the items.'),
      })
      .describe('What would be sold if every buyer took what it is offered.'),
    groups: z
      .array(
        z.object({
          from: z.string().describe('The end with the configuration as it is.'),
          to: z.string().describe('The end with the items.'),
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
            .describe('Its end with the configuration as it is.'),
          to: outcomeSchema.pick({ label: true, tone: true }).describe('Its end with the items.'),
          because: sentenceSchema.describe('The first decision that differs, with its reasons.'),
        }),
      )
      .describe('Those that would end differently, newest first.'),
    notShown: notShownField,
  }),
  bounds: { except: 'items' },
  errors: ['INVALID_STATE'],
  examples: {
    body: { campaignId: 'ACMRU' },
    data: {
      notShown: ['Caps: every lead is decided with room under each.'],
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
  ...inTenant.view,
  method: 'POST',
  path: '/simulate',
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
