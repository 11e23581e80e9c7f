/** Where and how a buyer receives leads, and how its answers are interpreted. Defined in the tenant file. */
import { z } from 'zod';
import { jsonPathSchema, priceSourceSchema, textSourceSchema, xmlPathSchema } from './answer-source.js';
import {
  headerValueSchema,
  longTextSchema,
  mapOf,
  requiredTextSchema,
  textSchema,
} from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { headersSchema } from '../formats/header-rules.js';
import { longestTimeoutSeconds } from './longest-timeouts.js';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { chosenIdSchema, wholeNumberSchema } from '../formats/primitives.js';
import { safePatternSchema } from '../conditions/safe-pattern.js';
import { spelled } from '../formats/spelled-enum.js';

/** The answers a rule applies to; every given condition has to hold. */
export const responseMatchSchema = z
  .object({
    status: z
      .preprocess(
        (sent: string | number) => (typeof sent === 'number' ? String(sent) : sent),
        z
          .string()
          .regex(/^[1-5]\d\d(?:-[1-5]\d\d)?$/, 'must be a status such as 200 or a range such as 200-299')
          .meta({ maxLength: 7 }),
      )
      .optional()
      .describe('A status or a range of statuses.'),
    jsonPath: jsonPathSchema
      .optional()
      .describe(
        'A value of a JSON answer, compared by equals, contains or pattern; alone, it has to be there.',
      ),
    xmlPath: xmlPathSchema.optional().describe('The same of an XML answer, e.g. /response/status.'),
    equals: z
      .union([textSchema, z.number(), z.boolean(), z.null()])
      .optional()
      .describe('The value, any case.'),
    contains: textSchema.optional().describe('A part of the value, any case.'),
    text: textSchema.optional().describe('A part of the whole answer, any case.'),
    pattern: safePatternSchema
      .optional()
      .describe('Matched on the value at the path, else on the whole answer.'),
  })
  .superRefine(({ jsonPath, xmlPath, equals, contains }, ctx) => {
    const pathless = jsonPath === undefined && xmlPath === undefined;
    if (pathless && (equals !== undefined || contains !== undefined))
      ctx.addIssue({ code: 'custom', path: ['jsonPath'], message: 'is required by equals and contains' });
    if (jsonPath !== undefined && xmlPath !== undefined)
      ctx.addIssue({ code: 'custom', path: ['xmlPath'], message: 'must not stand beside jsonPath' });
  }, evenWithProblems);
export type ResponseMatch = z.infer<typeof responseMatchSchema>;

/** The meaning of an answer; the first matching rule decides. */
export const responseRuleSchema = z.object({
  when: responseMatchSchema.describe('The answers that it applies to.'),
  outcome: spelled(['accepted', 'rejected', 'duplicate', 'error']).describe('What such an answer means.'),
  reason: textSourceSchema.optional().describe('Text, or where the answer has it.'),
  price: priceSourceSchema.optional().describe('An amount, or where the answer has it.'),
  reference: textSourceSchema
    .optional()
    .describe("The buyer's own identifier: text, or where the answer has it."),
});
export type ResponseRule = z.infer<typeof responseRuleSchema>;

/**
 * What an answer means that is not what the response rules read: the other rules decide, an operator has to, or the lead
 * is refused.
 */
export const unreadableActions = ['rules', 'hold', 'reject'] as const;
export type UnreadableAction = (typeof unreadableActions)[number];

/** A delivery endpoint as stored. `fields` maps the buyer's names to field keys; if absent, the body is the lead. */
export const deliveryEndpointSchema = z.object({
  deliveryEndpointId: chosenIdSchema.describe('Its id, which campaigns name.'),
  name: textSchema.optional().describe('Shown to people.'),
  url: z.string().describe('Where leads are sent.'),
  method: spelled(['POST', 'PUT', 'PATCH']).default('POST').describe('How.'),
  format: spelled(['json', 'form', 'liquid', 'adf'])
    .default('json')
    .describe('`adf` is ADF/XML 1.0 for car dealers, which `fields` do not change.'),
  contentType: textSchema
    .optional()
    .describe(
      'Content-Type of a liquid body; default application/json. In JSON and XML every value is escaped by itself.',
    ),
  template: longTextSchema.optional().describe('The body of the format liquid.'),
  headers: mapOf(headerValueSchema).optional().describe('Sent with every lead.'),
  fields: mapOf(requiredTextSchema)
    .optional()
    .describe("The buyer's name of each field, and our key of it; without it the lead is sent as it is."),
  responseRules: z
    .array(responseRuleSchema)
    .max(50)
    .default([])
    .describe('What answers mean; the first rule that matches decides, without any the status.'),
  timeoutSeconds: wholeNumberSchema
    .min(1)
    .max(longestTimeoutSeconds.delivery)
    .default(10)
    .describe('How long an answer is waited for.'),
  retries: wholeNumberSchema
    .min(0)
    .max(5)
    .optional()
    .describe(
      'How many of the delays 5 s, 30 s, 2 min, 10 min and 30 min are waited for another attempt; default 5.',
    ),
  onAmbiguous: spelled(['retry', 'hold']).default('retry').describe('What a timeout means for the lead.'),
  onUnreadable: spelled(unreadableActions)
    .optional()
    .describe(
      'What a 2xx answer means that its rules cannot read; default `rules`: the other rules, else the status.',
    ),
});
export type DeliveryEndpoint = z.infer<typeof deliveryEndpointSchema>;

/** A delivery endpoint as the operator defines it: a URL the service may call, and a template for the format liquid. */
export const deliveryEndpointInputSchema = z
  .object({
    ...deliveryEndpointSchema.shape,
    url: outboundUrlSchema.describe('Where leads are sent.'),
    headers: headersSchema.optional().describe('Sent with every lead.'),
  })
  .refine(({ format, template }) => format !== 'liquid' || template !== undefined, {
    path: ['template'],
    error: 'is required by the format liquid',
    ...evenWithProblems,
  });
