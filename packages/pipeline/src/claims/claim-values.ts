/**
 * Claims a lead's dedupe values one field after another in a fixed order. Of leads that arrive in the same millisecond
 * exactly one wins, and no two wait for each other.
 */
import type { Campaign, Client, Decision, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import {
  dedupeKeys,
  dedupeOwner,
  dedupeSkipReason,
  isByClient,
  isEnding,
  keepsClaims,
  UNKNOWN_OUTCOME,
  type DedupeOutcome,
} from '@sluice/domain';
import { claimId, type ClaimAnswer, type DuplicateClaimStore, type TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** For whom a claim is taken. */
type ClaimingFor = Pick<SubmissionRecord, 'tenantId' | 'submissionId' | 'leadId'>;

/** How claims are taken. */
type Claiming = Pick<DuplicateClaimStore, 'take' | 'takeOver'>;

/** The submission whose values are claimed, and the settings that apply. */
export interface ClaimSubject {
  readonly submission: SubmissionRecord;
  readonly campaign: Campaign | undefined;
  readonly client: Client | undefined;
}

const DEFAULT_WINDOW_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const qualifies: ReadonlySet<Decision['kind']> = new Set<QualificationDecision['kind']>([
  'qualified',
  'awaiting_action',
  'pending_action',
]);

/** What dedupe finds out about a submission without values to claim. */
export function nothingToClaim({ submission, campaign, client }: ClaimSubject): DedupeOutcome {
  const because = campaign && dedupeSkipReason(campaign, client, submission.isTest);
  return { kind: 'skipped', because: because ?? 'no_values' };
}

/**
 * Looks, value by value, for another lead in flight or placed that holds it; takes nothing. Undefined while another lead
 * holds a value and its qualification is not decided yet.
 */
export async function lookForDuplicate(
  core: StoresFor<'clock' | 'forTenant'>,
  subject: ClaimSubject,
): Promise<DedupeOutcome | undefined> {
  const wanted = wantedClaims(core, subject);
  if (wanted.length === 0) return nothingToClaim(subject);
  for (const value of wanted) {
    const answer = await lookAtOne(core, subject.submission, value);
    if (answer.kind === 'undecided') return undefined;
    if (answer.kind === 'held')
      return { kind: 'duplicate', field: value.field, ofLeadId: answer.holder.leadId };
  }
  return { kind: 'unique' };
}

/** What {@link claimOne} would answer; nothing is taken. */
export function lookAtOne(
  core: StoresFor<'forTenant'>,
  submission: ClaimingFor,
  value: Pick<WantedClaim, 'id' | 'at'>,
): ReturnType<typeof claimOne> {
  const { duplicateClaims } = core.stores.forTenant(submission.tenantId);
  const looking: Claiming = {
    take: (id, claimant, at) => duplicateClaims.look(id, claimant, at),
    takeOver: async () => true,
  };
  return claimOne(core, submission, looking, { ...value, expiresAt: value.at });
}

/**
 * Claims the values that no other lead holds, for a delivery that is retried without qualifying again. With these
 * claims, a later lead of the same person is a duplicate of the retried one. A value that another lead has claimed
 * meanwhile stays with that lead, and the retry does not become a duplicate because of it.
 */
export async function claimFreeValues(
  core: StoresFor<'clock' | 'forTenant'>,
  subject: ClaimSubject,
  claiming: Claiming,
): Promise<readonly string[]> {
  const claims: string[] = [];
  for (const value of wantedClaims(core, subject)) {
    const answer = await claimOne(core, subject.submission, claiming, value);
    if (answer.kind === 'ours') claims.push(value.id);
  }
  return claims;
}

/** Takes the claim, also from a submission that has lost its right to it and has not yet given it back. */
export async function claimOne(
  { stores }: StoresFor<'forTenant'>,
  submission: ClaimingFor,
  claiming: Claiming,
  { id, at, expiresAt }: Pick<WantedClaim, 'id' | 'at' | 'expiresAt'>,
): Promise<ClaimAnswer | { readonly kind: 'undecided' }> {
  const answer = await claiming.take(id, submission, at, expiresAt);
  const from = answer.kind === 'ours' ? answer.since : answer.holder.submissionId;
  if (from === undefined || from === submission.submissionId) return answer;
  const { journal, submissions } = stores.forTenant(submission.tenantId);
  if (answer.kind === 'ours') {
    const earlier = await submissions.find(from);
    if (!earlier || !(waitsForPerson(earlier) || endedWithoutClaims(earlier))) return answer;
  } else {
    const { decision: holder } = await journal.qualification(from);
    const holding = await submissions.find(from);
    // Only a submission in progress will ever be decided.
    if (!holder && holding?.dueAt !== undefined) return { kind: 'undecided' };
    // Retention deletes a decision or a whole submission only long after its end, and that end released every claim not
    // kept.
    const qualified = holder === undefined || isQualifying(holder);
    if (qualified && !endedWithoutClaims(holding)) return answer;
  }
  const taken = await claiming.takeOver(id, from, submission, expiresAt);
  return { kind: taken ? 'ours' : 'undecided' };
}

/**
 * Releases the claims that this worker took for a decision that was not the one recorded: those that the recorded
 * decision does not hold, or all of them if the submission no longer holds any. Repeatable.
 */
export async function releaseOtherClaims(
  { duplicateClaims, submissions }: Pick<TenantStores, 'duplicateClaims' | 'submissions'>,
  submissionId: string,
  { claims: taken = [] }: Decision,
  recorded: Decision,
): Promise<void> {
  if (taken.length === 0) return;
  const over = isEnding(recorded)
    ? !keepsClaims(recorded)
    : endedWithoutClaims(await submissions.find(submissionId));
  const held = new Set(over ? [] : recorded.claims);
  const unheld = taken.filter((id) => !held.has(id));
  await duplicateClaims.release(unheld, submissionId);
}

/** When the campaign's dedupe window that starts at `at` ends. */
export function dedupeWindowEnd({ settings }: Campaign, at: Date): Date {
  return new Date(at.getTime() + (settings?.dedupeWindow ?? DEFAULT_WINDOW_DAYS) * DAY_MS);
}

/** A value to claim. */
export interface WantedClaim {
  readonly id: string;
  readonly field: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** The values of a lead to claim, in order: at qualification, or with the decision that routes it to this campaign. */
export function wantedClaims(
  core: StoresFor<'clock'>,
  { submission, campaign, client }: ClaimSubject,
  at: 'qualification' | 'client' = 'qualification',
): readonly WantedClaim[] {
  if (!campaign || isByClient(campaign) !== (at === 'client')) return [];
  const instant = now(core);
  const expiresAt = dedupeWindowEnd(campaign, instant);
  const owner = dedupeOwner(campaign);
  return dedupeKeys(campaign, client, submission.data, submission.isTest).map(({ field, value }) => ({
    id: claimId(owner, field, value),
    field,
    at: instant,
    expiresAt,
  }));
}

/** Whether a decision about qualification lets the submission hold its claims. */
export function isQualifying({ kind }: Pick<Decision, 'kind'>): boolean {
  return qualifies.has(kind);
}

/** Whether a submission has qualified and has not lost its right to claims: it is in flight, placed, or waits for a person. */
export async function mayKeepClaims(
  { stores }: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
): Promise<boolean> {
  if (endedWithoutClaims(submission)) return false;
  const { decision } = await stores
    .forTenant(submission.tenantId)
    .journal.qualification(submission.submissionId);
  return decision !== undefined && isQualifying(decision);
}

// When a person lets a lead in `pending_action` continue, its new submission takes over the claims and later releases
// them. Where the buyer may have the lead, the earlier submission keeps them.
function waitsForPerson({ status, reason }: SubmissionRecord): boolean {
  return status === 'pending_action' && reason !== UNKNOWN_OUTCOME;
}

// The end of a submission releases its claims. If it holds one nevertheless, a worker that had been frozen since before
// the end took that claim again, and another lead may take it over.
function endedWithoutClaims(submission: SubmissionRecord | undefined): boolean {
  if (!submission || submission.dueAt !== undefined) return false;
  const { status: kind, reason } = submission;
  return !keepsClaims({ kind, reason });
}
