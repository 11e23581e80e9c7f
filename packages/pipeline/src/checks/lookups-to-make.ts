/** The look-ups of a lead: which ones its campaign wants, and what they have answered. */
import type { Campaign, LookupAnswers, SubmissionRecord } from '@sluice/contracts';
import { planLookup, type LeadFacts, type PlannedLookup } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { alongRepeats } from '../lead/along-repeats.js';
import { readsLookups } from '../lead/facts.js';
import { checksByPerson } from './check-by-person.js';

/** The look-ups of a campaign, in order, each with why it is not made if it is not; with none, nothing is read. */
export async function lookupsToMake(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
): Promise<readonly PlannedLookup[]> {
  const wanted = campaign?.lookups ?? [];
  if (wanted.length === 0) return [];
  const { lookups } = stores.forTenant(submission.tenantId);
  const [byPerson, ...found] = await Promise.all([
    checksByPerson({ stores }, submission),
    ...wanted.map(({ lookupId }) => lookups.cached(lookupId)),
  ]);
  return wanted.map((one, n) => planLookup(one, found[n], facts, byPerson));
}

/**
 * What look-ups have answered about a submission, or about the one that it repeats; undefined, with nothing read, unless
 * one of `campaigns` has conditions on it.
 */
export async function lookupAnswersOf(
  { stores }: StoresFor<'forTenant'>,
  submission: Pick<SubmissionRecord, 'tenantId' | 'submissionId' | 'retryOf'>,
  campaigns: readonly (Campaign | undefined)[],
): Promise<LookupAnswers | undefined> {
  if (!campaigns.some(readsLookups)) return undefined;
  const { journal, submissions } = stores.forTenant(submission.tenantId);
  return alongRepeats({ submissions }, submission, async (submissionId) => {
    return (await journal.qualification(submissionId)).decision?.lookups;
  });
}
