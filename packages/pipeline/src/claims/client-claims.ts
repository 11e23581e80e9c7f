/**
 * Claims of a client: a campaign with the scope `client` takes nobody whom its client has from another lead already. The
 * claim is taken with the decision that routes a lead there, and is right for as long as that lead is on its way to the
 * client, may be there, or is sold to it.
 */
import type { Campaign, Client, Decision, SubmissionRecord } from '@sluice/contracts';
import { isByClient, slotsAfter, isEnding, clientSkipReason, type DedupeOutcome } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';
import { reachableCampaigns } from '../routing/reachable-campaigns.js';
import { wantedClaims, type WantedClaim } from './claim-values.js';

/** A held lead that is due so soon may be looked at already. */
const SOON_MS = 60_000;

type ClaimStores = Pick<TenantStores, 'duplicateClaims' | 'journal' | 'submissions'>;

/** What a candidate's client has of a lead. */
export interface ClientLook {
  /** Undecided while another lead has the claim, and it is not decided yet where that one goes. */
  readonly outcome: DedupeOutcome | { readonly kind: 'undecided' };
  /** The claims on which a decision for this candidate rests, and those of them that are to be taken. */
  readonly claims: readonly WantedClaim[];
  readonly free: readonly WantedClaim[];
  /** Those that were taken over just now, from submissions that had lost them. */
  readonly takenOver: readonly string[];
}

/** The submission and one of its candidates. */
export interface CandidateSubject {
  readonly submission: SubmissionRecord;
  readonly campaign: Campaign;
  readonly client: Client;
}

/** Looks whom the client of a candidate has already; with `takesOver`, takes what others hold without a right to it. */
export async function lookAtClient(
  core: StoresFor<'clock' | 'forTenant'>,
  { submission, campaign, client }: CandidateSubject,
  takesOver: boolean,
): Promise<ClientLook> {
  const stores = core.stores.forTenant(submission.tenantId);
  const claims = wantedClaims(core, { submission, campaign, client }, 'client');
  const free: WantedClaim[] = [];
  const takenOver: string[] = [];
  const looked = (outcome: ClientLook['outcome']) => ({ outcome, claims, free, takenOver });
  if (claims.length === 0)
    return looked({
      kind: 'skipped',
      because: clientSkipReason(campaign, client, submission.isTest) ?? 'no_values',
    });
  const answers = await Promise.all(
    claims.map(({ id, at }) => stores.duplicateClaims.look(id, submission, at)),
  );
  for (const [place, answer] of answers.entries()) {
    const claim = claims[place] as WantedClaim;
    const from = answer.kind === 'ours' ? answer.since : answer.holder.submissionId;
    if (from === undefined) free.push(claim);
    if (from === undefined || from === submission.submissionId) continue;
    const right = await rightTo(stores, from, claim.id);
    if (answer.kind === 'held' && right === 'stands')
      return looked({ kind: 'duplicate', field: claim.field, ofLeadId: answer.holder.leadId });
    if (answer.kind === 'held' && right === 'waits' && takesOver) await lookSooner(stores, from, claim.at);
    if (answer.kind === 'held' && right !== 'lost') return looked({ kind: 'undecided' });
    if (right !== 'lost' || !takesOver) continue;
    if (!(await stores.duplicateClaims.takeOver(claim.id, from, submission, claim.expiresAt)))
      return looked({ kind: 'undecided' });
    takenOver.push(claim.id);
  }
  return looked({ kind: 'unique' });
}

// What a late run has left a held lead is given up by its next decision, and others wait for that.
async function lookSooner({ submissions }: ClaimStores, submissionId: string, at: Date): Promise<void> {
  const { dueAt } = (await submissions.find(submissionId)) ?? {};
  if (dueAt && dueAt.getTime() - at.getTime() > SOON_MS) await submissions.postpone(submissionId, at);
}

/**
 * Whether a submission has a right to this claim of a client: it stands while it is routed there and neither passed on nor
 * ended without a sale, is undecided while the submission may just be taking it, and waits while it is held.
 */
export async function rightTo(
  { journal, submissions }: Pick<ClaimStores, 'journal' | 'submissions'>,
  submissionId: string,
  claim: string,
): Promise<'stands' | 'undecided' | 'waits' | 'lost'> {
  const [submission, history] = [await submissions.find(submissionId), await journal.history(submissionId)];
  // Retention deletes it long after its end, which gave back what was not kept.
  if (!submission || history.length === 0) return 'stands';
  const routed = history.findLast(({ decision: { kind } }) => kind === 'routed')?.decision;
  const isThere = routed?.kind === 'routed' && claim.startsWith(`client.${routed.clientId}.`);
  const last = history.at(-1)?.decision;
  if (last?.kind === 'routed') return isThere ? 'stands' : 'lost';
  if (last?.kind === 'held' && submission.status === 'queued') return 'waits';
  if (!last || !isEnding(last)) return submission.dueAt === undefined ? 'lost' : 'undecided';
  return isThere && isKept(last) ? 'stands' : 'lost';
}

// A sale keeps it, and so does an unknown outcome, until another submission of the lead is placed in its stead.
function isKept(ending: Decision): boolean {
  if (!isEnding(ending)) return false;
  return slotsAfter(ending) !== 'release' || ending.reason === 'placed_again';
}

/** What earlier runs of this submission's routing took, and may have left. Nothing is read where no campaign claims so. */
export async function leftClaims(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, leadId, submissionId, campaignId }: SubmissionRecord,
): Promise<readonly string[]> {
  const stores = core.stores.forTenant(tenantId);
  const campaigns = await reachableCampaigns(stores, await stores.campaigns.cached(campaignId));
  if (!campaigns.some(isByClient)) return [];
  const held = await stores.duplicateClaims.ofLead(leadId, now(core));
  return held.flatMap(({ id, submissionId: of }) =>
    of === submissionId && id.startsWith('client.') ? [id] : [],
  );
}

/** Releases the claims of clients among `taken` to which the submission has no right. Repeatable. */
export async function releaseWithoutRight(
  stores: ClaimStores,
  submissionId: string,
  taken: readonly string[],
): Promise<void> {
  for (const id of taken)
    if ((await rightTo(stores, submissionId, id)) !== 'stands')
      await stores.duplicateClaims.release([id], submissionId);
}
