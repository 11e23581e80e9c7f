/**
 * Duplicate claims follow their lead: when a value that duplicates are found by is corrected, the lead holds the new value
 * and no longer the old one.
 */
import type { Campaign, Decision, LeadRecord, SubmissionRecord } from '@sluice/contracts';
import { claimedFields, clientSkipReason, dedupeKeys, dedupeOwner, isByClient } from '@sluice/domain';
import { claimId, claimPrefix, type LeadClaim } from '@sluice/store';
import { isDeepStrictEqual } from 'node:util';
import { now, type StoresFor } from '../core.js';
import {
  claimOne,
  dedupeWindowEnd,
  isQualifying,
  mayKeepClaims,
  type ClaimSubject,
  type WantedClaim,
} from './claim-values.js';
import { rightTo } from './client-claims.js';
import { lastRouting } from '../routing/routing-outcome.js';

type FollowCore = StoresFor<'clock' | 'forTenant'>;

// Each round answers an update that another request made meanwhile.
const ROUNDS = 20;

/**
 * Makes the claims of a lead, in each campaign in which it holds any or is in flight or placed, those of its present
 * values: takes the new ones that are free, with the window of the old ones, and gives the old ones back. Repeatable, so
 * that a repeated request completes one that died before this.
 */
export async function followLead(core: FollowCore, tenantId: string, changed: LeadRecord): Promise<void> {
  const { leads } = core.stores.forTenant(tenantId);
  let lead = changed;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!(await followOnce(core, tenantId, lead))) return;
    // Of concurrent updates the one that acts last has to act on what the lead is then.
    const after = await leads.find(lead.leadId);
    if (!after || isDeepStrictEqual(after.data, lead.data)) return;
    lead = after;
  }
}

// Returns whether there was anything to do.
async function followOnce(core: FollowCore, tenantId: string, lead: LeadRecord): Promise<boolean> {
  const held = await core.stores.forTenant(tenantId).duplicateClaims.ofLead(lead.leadId, now(core));
  const campaignIds = await Promise.all(held.map((claim) => campaignOf(core, tenantId, claim)));
  let acted = false;
  for (const campaignId of new Set([lead.campaignId, ...campaignIds])) {
    if (campaignId !== undefined)
      acted = (await followIn(core, tenantId, { lead, campaignId, held })) || acted;
  }
  return acted;
}

// The campaign by whose settings a claim was taken; its name begins with its code unless others share the claim.
async function campaignOf(
  { stores }: FollowCore,
  tenantId: string,
  { id, submissionId }: LeadClaim,
): Promise<string | undefined> {
  const [owner = ''] = id.split('.');
  if (owner === owner.toUpperCase()) return owner;
  const of = stores.forTenant(tenantId);
  if (owner === 'client') return (await lastRouting(of, submissionId))?.routed.campaignId;
  return (await of.submissions.find(submissionId))?.campaignId;
}

interface LeadInCampaign {
  readonly lead: LeadRecord;
  readonly campaignId: string;
  /** What the lead holds, wherever. */
  readonly held: readonly LeadClaim[];
}

async function followIn(core: FollowCore, tenantId: string, subject: LeadInCampaign): Promise<boolean> {
  const { lead, campaignId } = subject;
  const { campaigns, clients, duplicateClaims } = core.stores.forTenant(tenantId);
  const campaign = await campaigns.cached(campaignId);
  const client = campaign && (await clients.cached(campaign.clientId));
  // Where duplicates are not looked for at present, claims are left as they are.
  if (!campaign || clientSkipReason(campaign, client, lead.isTest) !== undefined) return false;
  const owner = dedupeOwner(campaign);
  const held = subject.held.filter(({ id }) => id.startsWith(`${owner}.`));
  // A client is only given new values of a lead that it has.
  if (held.length === 0 && isByClient(campaign)) return false;
  const wanted = dedupeKeys(campaign, client, lead.data, lead.isTest).map(({ field, value }) => ({
    field,
    id: claimId(owner, field, value),
  }));
  const missing = wanted.filter(({ id }) => !held.some((claim) => claim.id === id));
  const stale = staleIn(campaign, held, wanted);
  if (missing.length === 0 && stale.length === 0) return false;

  const holder = await holderOf(core, tenantId, { ...subject, held });
  if (!holder) return false;
  const at = now(core);
  for (const { id, field } of missing) {
    const before = stale.find((claim) => isOfField(claim.id, claimPrefix(owner, field))) ?? held[0];
    const expiresAt = before?.expiresAt ?? dedupeWindowEnd(campaign, holder.acceptedAt);
    const value: WantedClaim = { id, field, at, expiresAt };
    if (expiresAt > at) await claimOne(core, holder, duplicateClaims, value);
  }
  for (const { id, submissionId } of stale) await duplicateClaims.release([id], submissionId);
  return true;
}

/**
 * Gives back what a lead that was submitted again, and qualified by `decision`, holds there of values that it no longer
 * has; those that it has now are `wanted`, and claimed. Repeatable.
 */
export async function releaseFormerValues(
  core: FollowCore,
  { submission, campaign }: ClaimSubject,
  wanted: readonly WantedClaim[],
  decision: Pick<Decision, 'kind'>,
): Promise<void> {
  if (submission.first || !campaign || isByClient(campaign) || !isQualifying(decision)) return;
  const { duplicateClaims } = core.stores.forTenant(submission.tenantId);
  const held = await duplicateClaims.ofLead(submission.leadId, now(core));
  const former = staleIn(campaign, held, wanted);
  await Promise.all(former.map(({ id, submissionId }) => duplicateClaims.release([id], submissionId)));
}

// Claims of fields that duplicates are no longer found by are left as they are.
function staleIn(
  campaign: Campaign,
  held: readonly LeadClaim[],
  wanted: readonly Pick<WantedClaim, 'id'>[],
): readonly LeadClaim[] {
  const owner = dedupeOwner(campaign);
  const prefixes = claimedFields(campaign).map((field) => claimPrefix(owner, field));
  return held.filter(
    ({ id }) => prefixes.some((prefix) => isOfField(id, prefix)) && !wanted.some((value) => value.id === id),
  );
}

// A field may begin like another one; its hash holds no dot.
function isOfField(id: string, prefix: string): boolean {
  return id.startsWith(prefix) && !id.slice(prefix.length).includes('.');
}

// The submission for which the lead holds its claims there. One that is not qualified yet claims what it was sent with.
async function holderOf(
  core: FollowCore,
  tenantId: string,
  { lead, campaignId, held }: LeadInCampaign,
): Promise<SubmissionRecord | undefined> {
  const stores = core.stores.forTenant(tenantId);
  const { submissions } = stores;
  for (const { id, submissionId } of held) {
    if (!id.startsWith('client.')) break;
    if ((await rightTo(stores, submissionId, id)) === 'stands') return submissions.find(submissionId);
  }
  for (const submissionId of new Set([...held.map((claim) => claim.submissionId), lead.lastSubmissionId])) {
    const submission = await submissions.find(submissionId);
    if (submission?.campaignId === campaignId && (await mayKeepClaims(core, submission))) return submission;
  }
  return undefined;
}
