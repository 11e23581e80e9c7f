/** Conversion events for ad platforms: a campaign's rules (§2.1.10) and the explicit call (§4.4). */
import { z } from 'zod';
import { requiredTextSchema, textSchema } from '../formats/bounds.js';
import { pixelTriggers } from '../effects/events.js';
import { conditionGroupSchema } from '../conditions/conditions.js';
import { currencySchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

/** The ad platforms that events are sent to. */
export const pixelPlatformSchema = spelled(['facebook', 'tiktok'], { meta: 'facebook' });
export type PixelPlatform = z.infer<typeof pixelPlatformSchema>;

/** The source of a conversion. */
export const actionSourceSchema = spelled(['website', 'phone_call', 'chat', 'system_generated']);
export type ActionSource = z.infer<typeof actionSourceSchema>;

/** A rule that fires an event at a trigger point. If `active` is absent it is active. */
export const pixelRuleSchema = z
  .object({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_:-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens, colons or underscores')
      .meta({ maxLength: 64 })
      .optional()
      .describe('Identifies the rule within the campaign, so that `fireOnce` counts for each rule.'),
    name: textSchema.optional().describe('Shown in traces.'),
    active: z.boolean().optional().describe('False switches the rule off; default true.'),
    triggerPoint: spelled(pixelTriggers)
      .describe('When the event is fired.')
      .meta({ example: 'lead_qualified' }),
    pixelId: requiredTextSchema.describe("The ad platform's pixel ID."),
    platform: pixelPlatformSchema.describe('The ad platform; `meta` is an alias of facebook.'),
    eventName: requiredTextSchema.describe("The event's name at the platform.").meta({ example: 'Lead' }),
    actionSource: actionSourceSchema
      .optional()
      .describe('Where the conversion happened; default system_generated.'),
    conditions: conditionGroupSchema.optional().describe('When given, the event is fired only if they hold.'),
    eventValueOverride: z
      .number()
      .optional()
      .describe(
        "The event's value; without it, that of a delivered lead is its price, in the currency of the price.",
      ),
    currency: currencySchema.optional().describe('ISO 4217 code of eventValueOverride; default USD.'),
    fireOnce: z.boolean().optional().describe('True fires the rule at most once per lead.'),
  })
  .meta({ id: 'PixelRule' });
export type PixelRule = z.infer<typeof pixelRuleSchema>;

/** The body that fires one event for a lead. */
export const firePixelInputSchema = z
  .object({
    leadId: requiredTextSchema
      .describe('The lead the event is about.')
      .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    pixelId: requiredTextSchema.describe("The ad platform's pixel ID.").meta({ example: '1234567890' }),
    platform: pixelPlatformSchema.describe('The ad platform; `meta` is an alias of facebook.'),
    eventName: requiredTextSchema.describe("The event's name at the platform.").meta({ example: 'Lead' }),
    eventValue: z.number().optional().describe("The event's value.").meta({ example: 250 }),
    currency: currencySchema.optional().describe('ISO 4217 code of the value.').meta({ example: 'USD' }),
    actionSource: actionSourceSchema
      .default('system_generated')
      .describe('Where the conversion happened; default system_generated.'),
    testEventCode: requiredTextSchema.optional().describe('Sends the event in test mode.'),
  })
  .meta({ id: 'FirePixel' });
