/** What a campaign asks of the certificate of a lead. */
import type { Campaign, PlannedConsent, SubmissionRecord } from '@sluice/contracts';
import {
  checkId,
  checksInPlaceOf,
  consentAsked,
  consentOutcome,
  planConsent,
  type ConsentTime,
  type LeadFacts,
} from '@sluice/domain';
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

/** The same for the campaign that a lead is routed to: what an earlier step was answered is not asked again. */
export async function consentBeforeDelivery(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
): Promise<PlannedConsent | undefined> {
  const planned = await consentToCheck({ stores }, submission, campaign, facts, 'before_delivery');
  if (planned?.kind !== 'ask') return planned;
  const { effects } = stores.forTenant(submission.tenantId);
  for (const check of checksInPlaceOf(planned.check)) {
    const found = await effects.find(checkId(submission.submissionId, check));
    if (consentOutcome(found)?.kind === 'answered') return { ...planned, check };
  }
  return planned;
}
