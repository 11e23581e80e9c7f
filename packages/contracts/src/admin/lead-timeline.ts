/** The timeline of a lead: everything that happened to it, in plain words. */
import { z } from 'zod';
import { instantSchema, namesExample, namesSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { leadRowExample, leadRowSchema } from './lead-search.js';
import { sentenceSchema } from './sentence.js';

/** What the lead, its submissions and its campaigns currently allow an operator to do with it. */
export const leadActions = [
  'retry',
  'repost',
  'deliver',
  'approve',
  'reject',
  'move',
  'resolve',
  'erase',
] as const;

/** An outbound call, as operators see it. */
export const callSchema = z
  .object({
    n: z.int().describe('1 for the first.'),
    at: instantSchema.describe('When it was begun.'),
    durationMs: z.number().optional().describe('How long it took.'),
    outcome: z.string().describe('How it ended.'),
    status: z.int().optional().describe('The HTTP status of the answer.'),
    request: z
      .object({
        method: z.string().describe('The HTTP method.'),
        url: z.string().describe('Where it went; credentials in it are masked.'),
        headers: z.record(z.string(), z.string()).describe('Its headers; their values are masked.'),
        body: z.string().optional().describe('Its body; absent until it is asked for.'),
        note: z.string().describe('Whether this is what was sent, or what would be sent now.'),
      })
      .optional()
      .describe('What was sent; absent where that is not known.'),
    answer: z
      .object({
        characters: z.int().describe('How long the kept answer is.'),
        body: z.string().optional().describe('The answer; absent until it is asked for.'),
      })
      .optional()
      .describe('What came back; absent when nothing did.'),
  })
  .meta({ id: 'AdminCall' });
export type CallView = z.infer<typeof callSchema>;

export const timelineKinds = [
  'accepted',
  'decision',
  'attempt',
  'effect',
  'message',
  'interaction',
  'file',
  'operator',
  'waiting',
] as const;

const momentSchema = z
  .object({
    at: instantSchema.describe('When it happened.'),
    kind: z.enum(timelineKinds).describe('What it is about.'),
    what: sentenceSchema.describe('What happened, with its reasons.'),
    submissionId: z.string().optional().describe('The submission that it belongs to.'),
    calls: z.array(callSchema).optional().describe('The calls that it made, first to last.'),
    link: z
      .object({ text: z.string().describe('What it is.'), url: z.string().describe('Where it leads.') })
      .optional()
      .describe('A link, such as where the lead signs; absent until it is asked for.'),
  })
  .meta({ id: 'AdminMoment' });
export type Moment = z.infer<typeof momentSchema>;

const fieldSchema = z.object({
  name: z.string().describe('The field.'),
  value: z.string().describe('Its value, masked until it is asked for.'),
});

/** A lead with everything that happened to it. */
export const leadTimelineSchema = z
  .object({
    lead: leadRowSchema.describe('The lead as it is now.'),
    head: z
      .object({
        what: sentenceSchema.describe('To whom it was sold, or why not, or what it waits for.'),
        campaignId: z.string().optional().describe('The campaign that this is about.'),
        receiver: z.string().optional().describe('The buyer that this is about, as in the list of buyers.'),
      })
      .describe('What became of it, in one sentence.'),
    standing: z
      .string()
      .optional()
      .describe(
        'The sale that stands or the submission on its way, which a further delivery would come on top of.',
      ),
    erasedAt: instantSchema.optional().describe('When its personal data was erased.'),
    revealed: z.boolean().describe('Whether personal data is shown.'),
    fields: z.array(fieldSchema).describe('What is known of the person.'),
    can: z.array(z.enum(leadActions)).describe('What may be done with it now.'),
    unknownOutcome: z
      .string()
      .optional()
      .describe('The submission of unknown outcome: the buyer may have it.'),
    moments: z.array(momentSchema).describe('What happened, first to last.'),
    names: namesSchema,
  })
  .meta({ id: 'AdminLeadTimeline' });
export type LeadTimeline = z.infer<typeof leadTimelineSchema>;

const leadParams = z.object({
  leadId: z.string().min(1).max(100).describe('The lead.').meta({ example: leadRowExample.leadId }),
});

const timeline: LeadTimeline = {
  lead: leadRowExample,
  head: {
    what: { text: 'Sold to Acme for $70.00, Thu 15 Jan 2026, 12:20 EST.', tone: 'good' },
    campaignId: 'ACMRU',
    receiver: 'end_acme',
  },
  standing: 'Acme has this lead: it was sold for $70.00 to campaign ACMRU.',
  revealed: false,
  fields: [{ name: 'email', value: 'a…@example.com' }],
  can: ['move', 'erase'],
  names: namesExample,
  moments: [
    {
      at: leadRowExample.createdAt,
      kind: 'decision',
      what: {
        text: 'Routed to campaign ACMRU, client cli_acme.',
        tone: 'good',
        of: [{ text: 'Campaign ACMRU, the campaign it was sent to, takes it.', tone: 'good' }],
      },
      submissionId: leadRowExample.lastSubmissionId,
    },
  ],
};

export const adminGetLeadTimeline = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/leads/{leadId}/timeline',
  summary: "A lead's timeline",
  description:
    'Everything that happened to a lead, in plain words: every decision with the rules and values that it rests on, every attempt, its webhooks, pixels, messages, recorded calls and files, and what operators did. Personal data is masked.',
  params: leadParams,
  data: leadTimelineSchema,
  examples: { data: timeline },
});

export const adminRevealLead = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/leads/{leadId}/reveal',
  showsPeople: true,
  summary: "Show a lead's personal data",
  did: 'viewed the personal data of {leadId}',
  description:
    'The timeline with personal data, requests, answers and messages. The audit says who asked for it; credentials stay masked.',
  params: leadParams,
  data: leadTimelineSchema,
  examples: { data: { ...timeline, revealed: true, fields: [{ name: 'email', value: 'ada@example.com' }] } },
});
