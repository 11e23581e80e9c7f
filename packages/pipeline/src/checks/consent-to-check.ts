/** What a campaign asks of the certificate of a lead. */
import type { Campaign, ConsentCheck, PlannedConsent, SubmissionRecord } from '@sluice/contracts';
import {
  checkId,
  checksInPlaceOf,
  consentAsked,
  consentCheckFor,
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
  const check = await answeredOf({ stores }, submission, checksInPlaceOf(planned.check));
  return check === undefined ? planned : { ...planned, check };
}

/** What is asked while a lead is held for a campaign; undefined if nothing is, or its certificate is retained already. */
export async function consentWhileHeld(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
): Promise<PlannedConsent | undefined> {
  const planned = await consentToCheck({ stores }, submission, campaign, facts, 'before_delivery');
  if (planned?.kind !== 'ask') return undefined;
  const early = consentCheckFor(planned.check, 'early');
  const retained = await answeredOf({ stores }, submission, [early, consentCheckFor(planned.check)]);
  return retained === undefined ? { ...planned, check: early } : undefined;
}

// The first of these checks that has an answer.
async function answeredOf(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, submissionId }: SubmissionRecord,
  checks: readonly ConsentCheck[],
): Promise<ConsentCheck | undefined> {
  const { effects } = stores.forTenant(tenantId);
  const found = await Promise.all(checks.map((check) => effects.find(checkId(submissionId, check))));
  return checks.find((_, n) => consentOutcome(found[n])?.kind === 'answered');
}
