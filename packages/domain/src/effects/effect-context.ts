/** What every effect is made from: whose it is, whose settings speak, what is known of the lead. */
import type { Campaign, EffectKind, NewEffect, TenantSettings } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';

/** The occasion of effects. The lead, whether it is a test, and its data are in `facts`. */
export interface EffectContext {
  readonly tenantId: string;
  readonly submissionId: string;
  /** The campaign that the lead belongs to, as events name it. */
  readonly leadCampaignId: string;
  /** The campaign whose settings speak; without it only the tenant's do. */
  readonly campaign: Campaign | undefined;
  readonly tenantSettings: Pick<TenantSettings, 'webhooks'>;
  readonly facts: LeadFacts;
  /** Makes a new event id. */
  readonly mintEventId: () => string;
  readonly now: Date;
}

/** What one effect is, beyond its occasion. */
export interface EffectParts {
  readonly effectId: string;
  readonly kind: EffectKind;
  readonly trigger: string;
  readonly eventId?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes an effect of a context. */
export function effectOf(context: EffectContext, { eventId, ...parts }: EffectParts): NewEffect {
  return {
    ...parts,
    eventId: eventId ?? context.mintEventId(),
    submissionId: context.submissionId,
    leadId: context.facts.leadId,
    campaignId: context.campaign?.campaignId ?? context.leadCampaignId,
  };
}
