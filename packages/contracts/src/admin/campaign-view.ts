/**
 * Campaigns in plain words, with the use of their caps, their hours and their revenue; switching them on and off.
 */
import { z } from 'zod';
import { returnTermsSchema } from '../resources/campaign/return-terms.js';
import { instantSchema, pageEndShape, pageQueryShape, searchQueryShape } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';
import { sentenceSchema } from './sentence.js';

/** A limit in its running period, and its use. */
export const capUseSchema = z
  .object({
    of: z.enum(['campaign', 'client', 'supplier']).describe('Whose cap it is.'),
    period: z.string().describe("The cap's period, e.g. `daily`."),
    cap: z
      .number()
      .describe(
        'How many leads may be placed in the period, or are taken of a supplier; of a budget, how much, in units of its currency.',
      ),
    taken: z
      .number()
      .describe('How many, or how much, is placed or in progress; of a supplier, how many came.'),
    reserved: z.number().describe('Of that, what is reserved for leads that wait or are on their way.'),
    currency: z.string().optional().describe('ISO 4217 code; only a budget has one.'),
    turnsAt: instantSchema.optional().describe('When the period ends; absent for a lifetime cap.'),
  })
  .meta({ id: 'AdminCapUse' });

const revenueSchema = z.array(
  z.object({
    currency: z.string().describe('ISO 4217 code.'),
    revenue: z.number().describe('Sales, milestones, returns and adjustments.'),
  }),
);

const dayShape = {
  received: z.int().describe('Leads that were submitted to it.'),
  refused: z.int().describe('Of those, what ended rejected, disqualified or as duplicates.'),
  sold: z.int().describe('Of those, what was placed, with it or with another campaign.'),
  earned: revenueSchema.describe(
    'What the leads submitted to it earned, by currency; amounts are never added across currencies.',
  ),
  placed: z.int().describe('Leads that came in that day, to whichever campaign, and were placed with it.'),
  money: revenueSchema.describe('What the leads placed with it earned, by currency.'),
};

const campaignRowShape = {
  campaignId: z.string().describe('The campaign code.'),
  name: z.string().describe('Its name.'),
  clientId: z.string().describe('Its client.'),
  clientName: z.string().optional().describe("The client's name."),
  offerName: z.string().optional().describe("The offer's name."),
  active: z.boolean().describe('Whether it takes leads.'),
  archived: z.boolean().describe('Whether it is archived.'),
  clientArchived: z.boolean().describe('Whether its client is archived.'),
  open: z.boolean().describe('Whether it is within its hours now.'),
  opensAt: instantSchema
    .optional()
    .describe('When its hours next open; absent while they are open, and if they never open.'),
  caps: z.array(capUseSchema).describe('The caps in force.'),
  lastLeadReceivedAt: instantSchema.optional().describe('When it last received a lead.'),
};

/** A campaign as the list shows it. */
export const campaignRowSchema = z.object(campaignRowShape).meta({ id: 'AdminCampaignRow' });
export type CampaignRow = z.infer<typeof campaignRowSchema>;

/** A campaign in full. */
export const campaignViewSchema = z
  .object({
    ...campaignRowShape,
    timezone: z.string().describe('The zone of its days.'),
    deliveryEndpointId: z.string().optional().describe('Its endpoint.'),
    refuses: z.array(sentenceSchema).describe('What it refuses.'),
    sends: z.array(sentenceSchema).describe('Where it sends leads.'),
    limits: z.array(sentenceSchema).describe('Its caps.'),
    hours: z.array(sentenceSchema).describe('Its hours.'),
    price: z.array(sentenceSchema).describe('What a lead earns that it takes.'),
    returnTerms: z.array(sentenceSchema).describe('Whether and how its client gives leads back.'),
    feeds: z
      .array(
        z.object({
          campaignId: z.string().describe('The campaign.'),
          name: z.string().describe('Its name.'),
          active: z.boolean().describe('Whether it takes leads.'),
          how: z.array(sentenceSchema).describe('By which rules, groups, fallbacks, limits and hours.'),
        }),
      )
      .describe('The other campaigns that send leads on to it, by their codes.'),
    returns: returnTermsSchema
      .optional()
      .describe('On what terms it takes leads back; absent if it takes none.'),
    days: z
      .array(
        z.object({
          day: z.string().describe('`YYYY-MM-DD` in its zone.'),
          ...dayShape,
        }),
      )
      .describe('The latest days, today last.'),
  })
  .meta({ id: 'AdminCampaign' });
export type CampaignView = z.infer<typeof campaignViewSchema>;

const campaignParams = z.object({
  campaignId: z.string().min(1).max(100).describe('The campaign code.').meta({ example: 'ACMRU' }),
});

const row: CampaignRow = {
  campaignId: 'ACMRU',
  name: 'Acme - Roundup',
  clientId: 'cli_acme',
  clientName: 'Acme',
  offerName: 'Roundup',
  active: true,
  archived: false,
  clientArchived: false,
  open: false,
  opensAt: '2026-01-16T14:00:00.000Z',
  caps: [
    { of: 'campaign', period: 'daily', cap: 50, taken: 12, reserved: 1, turnsAt: '2026-01-16T05:00:00.000Z' },
  ],
};

const listQueryShape = {
  ...searchQueryShape,
  archived: z.enum(['true', 'false']).default('true').describe('Whether archived ones are listed too.'),
};

export const adminListCampaigns = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  description: "Lists a tenant's campaigns by code, with their opening state and the use of their caps.",
  query: z.object({ ...listQueryShape, ...pageQueryShape }),
  data: z.object({
    campaigns: z.array(campaignRowSchema).describe('The campaigns of this page.'),
    ...pageEndShape,
  }),
  examples: { data: { campaigns: [row], nextCursor: null, hasMore: false } },
});

export const adminGetCampaign = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/campaigns/{campaignId}',
  summary: 'A campaign in plain words',
  description:
    'What a campaign refuses, where it sends leads and what sends leads to it, its price, return terms, caps and hours with their use now; what came in through it a day and was sold, and what it bought itself.',
  params: campaignParams,
  data: campaignViewSchema,
  examples: {
    data: {
      ...row,
      timezone: 'America/New_York',
      refuses: [{ text: 'It refuses leads when injury is “no”.', tone: 'bad' }],
      sends: [{ text: 'Its own leads go to the endpoint ep_acme.', tone: 'good' }],
      limits: [{ text: 'At most 50 per day; then leads wait.', tone: 'warn' }],
      hours: [{ text: 'Monday 09:00–17:00', tone: 'quiet' }],
      price: [{ text: '$45.00 for each lead.', tone: 'good' }],
      returnTerms: [{ text: 'Its client may not give leads back.', tone: 'quiet' }],
      feeds: [
        {
          campaignId: 'SELRU',
          name: 'Sell - Roundup',
          active: true,
          how: [{ text: 'Its group “buyers” offers leads, in this order.', tone: 'good' }],
        },
      ],
      days: [
        {
          day: '2026-01-15',
          received: 20,
          refused: 3,
          sold: 15,
          earned: [{ currency: 'USD', revenue: 700 }],
          placed: 12,
          money: [{ currency: 'USD', revenue: 540 }],
        },
      ],
    },
  },
});

export const adminSwitchCampaign = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  summary: 'Switch a campaign on or off',
  did: ({ active }: AuditFacts) =>
    active === 'true' ? 'switched {campaignId} on' : 'switched {campaignId} off',
  description:
    'Switches a campaign on or off, everywhere before it answers, and reconsiders its held leads. An archived campaign is not switched (INVALID_STATE). Applying a tenant file that says otherwise switches it back.',
  params: campaignParams,
  body: z.object({ active: z.boolean().describe('Whether it takes leads.') }),
  data: z.object({
    active: z.boolean().describe('Whether it is switched on now.'),
    heldLeadsDue: z.int().describe('How many held leads are reconsidered.'),
  }),
  errors: ['INVALID_STATE'],
  examples: { body: { active: false }, data: { active: false, heldLeadsDue: 12 } },
});

/** A client as the list shows it. */
export const clientRowSchema = z
  .object({
    clientId: z.string().describe('The client.'),
    name: z.string().describe('Its name.'),
    active: z.boolean().describe('Whether it takes leads.'),
    archivedAt: instantSchema.optional().describe('When it was archived; absent while it is in use.'),
    campaigns: z.int().describe('How many campaigns it has.'),
    caps: z.array(capUseSchema).describe('The most that it takes over all its campaigns.'),
  })
  .meta({ id: 'AdminClientRow' });
export type ClientRow = z.infer<typeof clientRowSchema>;

export const adminListClients = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/clients',
  summary: 'List clients',
  description: "Lists a tenant's clients by id, archived ones too, with the use of their caps.",
  query: z.object({ ...listQueryShape, ...pageQueryShape }),
  data: z.object({
    clients: z.array(clientRowSchema).describe('The clients of this page.'),
    ...pageEndShape,
  }),
  examples: {
    data: {
      clients: [
        {
          ...{ clientId: 'cli_acme', name: 'Acme', active: true, campaigns: 3 },
          caps: [{ of: 'client', period: 'daily', cap: 100, taken: 12, reserved: 1 }],
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const adminListOffers = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/offers',
  summary: 'List offers',
  description: "Lists a tenant's offers by id.",
  query: z.object({ ...searchQueryShape, ...pageQueryShape }),
  data: z.object({
    offers: z
      .array(
        z
          .object({ offerId: z.string().describe('The offer.'), name: z.string().describe('Its name.') })
          .meta({ id: 'AdminOfferRow' }),
      )
      .describe('The offers of this page.'),
    ...pageEndShape,
  }),
  examples: {
    data: { offers: [{ offerId: 'off_roundup', name: 'Roundup' }], nextCursor: null, hasMore: false },
  },
});
