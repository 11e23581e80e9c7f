/** Whether a language model is asked about a lead, and if not, why not. */
import type { Campaign, Offer, OwnReason } from '@sluice/contracts';

/** What is asked about a lead, or why nothing is. */
export type WhetherToAsk =
  | { readonly kind: 'ask'; readonly criteria: readonly string[] }
  | { readonly kind: 'not_asked'; readonly because: OwnReason };

/** What the answer depends on besides the campaign. */
export interface AskingCircumstances {
  readonly offer: Pick<Offer, 'eligibilityCriteria'> | undefined;
  /** Whether the tenant has a language model. */
  readonly isConfigured: boolean;
  /** Whether a person let the lead go on that this check held. */
  readonly isByPerson: boolean;
}

/** Whether a campaign wants a language model to be asked. */
export function wantsModel({ settings }: Pick<Campaign, 'settings'>): boolean {
  return settings?.aiQualificationEnabled === true;
}

/** Whether the model is asked about a lead of a campaign that wants it. */
export function whetherToAsk(
  { settings }: Pick<Campaign, 'settings'>,
  { offer, isConfigured, isByPerson }: AskingCircumstances,
): WhetherToAsk {
  const named = settings?.integrationOverrides?.llm;
  const criteria = (offer?.eligibilityCriteria ?? [])
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (named !== undefined && named !== '' && named !== 'llm')
    return { kind: 'not_asked', because: 'other_llm_provider' };
  if (!isConfigured) return { kind: 'not_asked', because: 'no_llm_provider' };
  if (criteria.length === 0) return { kind: 'not_asked', because: 'no_criteria' };
  if (isByPerson) return { kind: 'not_asked', because: 'by_person' };
  return { kind: 'ask', criteria };
}
