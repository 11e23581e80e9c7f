/** What a campaign asks of the certificate of a lead. */
import type { Campaign, PlannedConsent, SubmissionRecord } from '@sluice/contracts';
import {
  checkId,
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

/**
 * The same for the campaign that a lead is routed to, or held for: what an earlier step was answered is not asked again.
 * While it is held, the certificate is asked about to retain it, and undefined means that it is retained, or nothing is
 * asked.
 */
export async function consentOfRouted(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
  kind: 'routed' | 'held',
): Promise<PlannedConsent | undefined> {
  const planned = await consentToCheck({ stores }, submission, campaign, facts, 'before_delivery');
  const isHeld = kind === 'held';
  if (planned?.kind !== 'ask') return isHeld ? undefined : planned;
  const { tenantId, submissionId } = submission;
  const { effects } = stores.forTenant(tenantId);
  // Whoever has retained a certificate has matched it.
  const retaining = [consentCheckFor(planned.check, 'early'), consentCheckFor(planned.check)] as const;
  const found = await Promise.all(retaining.map((check) => effects.find(checkId(submissionId, check))));
  const answered = retaining.find((_, n) => consentOutcome(found[n])?.kind === 'answered');
  if (isHeld) return answered === undefined ? { ...planned, check: retaining[0] } : undefined;
  return answered === undefined ? planned : { ...planned, check: answered };
}
