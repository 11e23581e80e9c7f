/** What a campaign asks of the certificate of a lead. */
import type { Campaign, PlannedConsent, SubmissionRecord } from '@sluice/contracts';
import { consentAsked, planConsent, type ConsentTime, type LeadFacts } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { checksByPerson } from './check-by-person.js';

/**
 * Whether TrustedForm is asked about a lead; undefined, with nothing read, for a campaign that asks for no certificate at
 * this time.
 */
export async function consentToCheck(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
  time: ConsentTime = 'at_qualification',
): Promise<PlannedConsent | undefined> {
  const asked = campaign && consentAsked(campaign, time);
  return asked && planConsent(asked, facts, await checksByPerson({ stores }, submission));
}
