/** The bodies that place a lead again: repost, deliver and move-to-campaign (§4.2). */
import { z } from 'zod';
import { shapeOf } from '../lead-fields/ways.js';
import { looseValueSchema, requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { headersSchema } from '../formats/header-rules.js';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { spelled } from '../formats/spelled-enum.js';

/** The destination of a repost in place of the configured one. */
export const deliveryInfoSchema = z
  .object({
    url: outboundUrlSchema.describe('Where the lead is posted.'),
    method: spelled(['POST', 'PUT', 'PATCH']).optional().describe('POST when omitted.'),
    headers: headersSchema.optional().describe('Sent with the call.'),
    body: looseValueSchema.optional().describe('Sent in place of the mapped lead.'),
  })
  .meta({ id: 'DeliveryInfo' });

/** Changed lead data of a repost; any contact or questionnaire field of submit. */
export const modifiedPayloadSchema = z.object(shapeOf('repost')).meta({ id: 'ModifiedPayload' });
export type ModifiedPayload = z.infer<typeof modifiedPayloadSchema>;

/**
 * The body of repost. Without `modifiedPayload` the previous delivery, or `deliveryInfo`, is retried and qualification
 * is skipped; with it, `campaignId` is required and the lead is qualified again.
 */
export const repostLeadInputSchema = z
  .object({
    deliveryInfo: deliveryInfoSchema.optional().describe('Replaces the previous destination.'),
    modifiedPayload: modifiedPayloadSchema.optional().describe('Changed data; the lead is qualified again.'),
    campaignId: requiredTextSchema
      .optional()
      .describe('The campaign to qualify for; required with modifiedPayload.')
      .meta({ example: 'ACMRU' }),
  })
  .superRefine(({ modifiedPayload, campaignId }, ctx) => {
    if (modifiedPayload !== undefined && campaignId === undefined) {
      ctx.addIssue({ code: 'custom', path: ['campaignId'], message: 'is required with modifiedPayload' });
    }
  }, evenWithProblems)
  .meta({ id: 'RepostLead' });

/** The body of deliver and of move-to-campaign: the campaign to place the lead with. */
export const targetCampaignInputSchema = z
  .object({ campaignId: requiredTextSchema.describe('The target campaign.').meta({ example: 'BORRU' }) })
  .meta({ id: 'TargetCampaign' });
