/** Conversion events that a campaign's pixel rules fire at a trigger point (§2.1.10). Test leads fire none. */
import type { NewEffect, PixelOrder, PixelRule, PixelTrigger } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import { pixelEventId } from '../pixels/pixel-event-id.js';
import { effectOf, type EffectContext } from './effect-context.js';
import { entryNames, leadKey, submissionKey } from './effect-key.js';

/** Details of the trigger, beyond the lead. */
export interface PixelOccasion {
  /** The price that the buyer pays, if there is one: the value of a rule that sets none, in the price's own currency. */
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
  /** The file that was signed. */
  readonly fileKey?: string;
}

/**
 * The pixels of the rules for `trigger` whose conditions hold. A `fireOnce` rule fires once per lead, any other once
 * per submission, and per file if it concerns files.
 */
export function pixelEffects(
  context: EffectContext,
  trigger: PixelTrigger,
  occasion: PixelOccasion = {},
): NewEffect[] {
  const { campaign, facts } = context;
  if (!campaign || facts.isTest) return [];
  const rules = campaign.pixelRules ?? [];
  const names = entryNames(rules.map(({ id }) => id));
  return rules.flatMap((rule, index) => {
    if (rule.active === false || rule.triggerPoint !== trigger) return [];
    if (rule.conditions && !evaluateGroup(rule.conditions, facts).matched) return [];
    return [pixelEffect(context, rule, `${campaign.campaignId}.${names[index]}`, occasion)];
  });
}

function pixelEffect(
  context: EffectContext,
  rule: PixelRule,
  name: string,
  { fileKey, ...sale }: PixelOccasion,
): NewEffect {
  const { submissionId, facts, now } = context;
  const each = fileKey === undefined ? name : `${name}.${fileKey}`;
  const [subject, key] = rule.fireOnce === true ? [facts.leadId, name] : [submissionId, each];
  const { value, currency } = moneyOf(rule, sale);
  const order: PixelOrder = {
    platform: rule.platform,
    pixelId: rule.pixelId,
    eventName: rule.eventName,
    eventId: pixelEventId(subject, key, rule.eventName),
    at: now.toISOString(),
    actionSource: rule.actionSource ?? 'system_generated',
    value,
    currency,
  };
  const effectId =
    rule.fireOnce === true
      ? leadKey(facts.leadId, `pixel.${key}`)
      : submissionKey(submissionId, rule.triggerPoint, `pixel.${key}`);
  return effectOf(context, { effectId, kind: 'pixel', trigger: rule.triggerPoint, body: { order } });
}

// The rule's currency is that of its own value: a price in euros stays one, whatever the rule says of dollars.
function moneyOf(
  { eventValueOverride, currency }: PixelRule,
  sale: Pick<PixelOccasion, 'price' | 'currency'>,
) {
  return eventValueOverride === undefined && sale.price !== undefined
    ? { value: sale.price, currency: sale.currency }
    : { value: eventValueOverride, currency };
}
