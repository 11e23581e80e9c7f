/** The action on the first submission of a lead before it is routed (§2.1.3). */
import { z } from 'zod';
import { headerValueSchema, mapOf, textSchema } from '../../formats/bounds.js';
import { evenWithProblems, isObject } from '../../reading/even-with-problems.js';
import { headersSchema } from '../../formats/header-rules.js';
import { longestTimeoutSeconds } from '../longest-timeouts.js';
import { outboundUrlSchema } from '../../formats/outbound-url.js';
import { wholeNumberSchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';

const webhookCallSchema = z.object({
  url: textSchema.optional().describe('Where the lead is posted; a 2xx answer lets it go on.'),
  method: spelled(['POST', 'PUT']).optional().describe('POST (default) or PUT.'),
  headers: mapOf(headerValueSchema).optional().describe('Sent with the call.'),
  retries: wholeNumberSchema
    .min(0)
    .max(5)
    .optional()
    .describe('How often a failed call is tried again; default 3.'),
  timeoutSeconds: wholeNumberSchema
    .min(1)
    .max(longestTimeoutSeconds.firstSubmission)
    .optional()
    .describe('How long to wait for an answer; default 30.'),
});

/**
 * A first-submission action as stored. If `enabled` is absent it is on. All actions but `webhook` leave the lead
 * pending.
 */
export const firstSubmissionActionSchema = z
  .object({
    enabled: z.boolean().optional().describe('False switches the action off; default true.'),
    action: spelled(['voice_ai', 'webhook', 'human_review', 'workflow']).optional().describe('What happens.'),
    webhook: webhookCallSchema.optional().describe('Used by the action `webhook`.'),
    humanReview: z
      .object({
        reason: textSchema.optional().describe('Shown to the reviewer.'),
        priority: textSchema.optional().describe('How urgent the review is.').meta({ example: 'high' }),
      })
      .optional()
      .describe('Used by the action `human_review`.'),
    workflow: z
      .object({
        workflowDefinitionId: textSchema
          .optional()
          .describe("A workflow of yours; stands in every webhook of the campaign's leads."),
      })
      .optional()
      .describe('Used by the action `workflow`.'),
  })
  .meta({ id: 'FirstSubmissionAction' });
export type FirstSubmissionAction = z.infer<typeof firstSubmissionActionSchema>;

/** A first-submission action as input; the action `webhook` needs a URL the service may call. */
export const firstSubmissionActionInputSchema = z
  .object({
    ...firstSubmissionActionSchema.shape,
    webhook: z
      .object({
        ...webhookCallSchema.shape,
        url: outboundUrlSchema.optional().describe('Where the lead is posted; a 2xx answer lets it go on.'),
        headers: headersSchema.optional().describe('Sent with the call.'),
      })
      .optional()
      .describe('Used by the action `webhook`.'),
  })
  .superRefine(({ action, enabled, webhook }, ctx) => {
    if (action !== 'webhook' || enabled === false) return;
    if (webhook === undefined || (isObject(webhook) && webhook.url === undefined)) {
      ctx.addIssue({
        code: 'custom',
        path: ['webhook', 'url'],
        message: 'is required by the action webhook',
      });
    }
  }, evenWithProblems);
