/** The inputs of every effect: whose it is, whose settings apply, and what is known about the lead. */
import type { Campaign, EffectKind, NewEffect, TenantSettings } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';

/** The occasion of effects. The lead, whether it is a test, and its data are in `facts`. */
export interface EffectContext {
  readonly tenantId: string;
  readonly submissionId: string;
  /** The campaign that the lead belongs to, as named in events. */
  readonly leadCampaignId: string;
  /** The campaign whose settings apply; if undefined, only the tenant's do. */
  readonly campaign: Campaign | undefined;
  readonly tenantSettings: Pick<TenantSettings, 'webhooks'>;
  readonly facts: LeadFacts;
  /** Makes a new event id. */
  readonly mintEventId: () => string;
  readonly now: Date;
}

/** The parts of one effect, beyond its context. */
type EffectParts = {
  readonly [K in EffectKind]: Pick<NewEffect<K>, 'effectId' | 'kind' | 'trigger' | 'body'> & {
    readonly eventId?: string;
  };
}[EffectKind];

/** Builds an effect in a context. */
export function effectOf(context: EffectContext, { eventId, ...parts }: EffectParts): NewEffect {
  return {
    ...parts,
    eventId: eventId ?? context.mintEventId(),
    submissionId: context.submissionId,
    leadId: context.facts.leadId,
    campaignId: context.campaign?.campaignId ?? context.leadCampaignId,
  };
}
