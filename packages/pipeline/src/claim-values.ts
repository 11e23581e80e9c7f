/**
 * Claims a lead's dedupe values, one field after another in a fixed order, so that of leads that come in the same
 * millisecond exactly one wins and none waits in a circle.
 */
import type { Campaign, Client, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { dedupeKeys, dedupeSkipReason, UNKNOWN_OUTCOME, type DedupeOutcome } from '@sluice/domain';
import { failpoint } from '@sluice/runtime';
import { claimId, type DuplicateClaimStore } from '@sluice/store';
import { now, type Core } from './core.js';

/** What claiming came to. `undecided`: another lead holds a value, and whether it qualifies is not known yet. */
export type Claimed =
  | { readonly kind: 'decided'; readonly dedupe: DedupeOutcome; readonly claims: readonly string[] }
  | { readonly kind: 'undecided' };

/** How claims are taken; a simulation answers this without taking any. */
export type Claiming = Pick<DuplicateClaimStore, 'take' | 'takeOver'>;

/** Whose values are claimed, and by whose settings. */
export interface ClaimSubject {
  readonly submission: SubmissionRecord;
  readonly campaign: Campaign | undefined;
  readonly client: Client | undefined;
}

const DEFAULT_WINDOW_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const qualifies: ReadonlySet<QualificationDecision['kind']> = new Set([
  'qualified',
  'awaiting_action',
  'pending_action',
]);

/** Claims every value, or says which one another lead holds that is in flight or placed. */
export async function claimValues(
  core: Pick<Core, 'stores'>,
  subject: ClaimSubject,
  claiming: Claiming,
): Promise<Claimed> {
  const { submission, campaign, client } = subject;
  const wanted = wantedClaims(core, subject);
  if (wanted.length === 0) {
    const because = campaign && dedupeSkipReason(campaign, client, submission.isTest);
    return { kind: 'decided', dedupe: { kind: 'skipped', because: because ?? 'no_values' }, claims: [] };
  }
  const { journal } = core.stores.forTenant(submission.tenantId);
  const claims: string[] = [];
  for (const { id, field, at, expiresAt } of wanted) {
    const answer = await claiming.take(id, submission, at, expiresAt);
    if (answer.kind === 'ours') {
      if (await restsWithPerson(core, submission, answer.since)) {
        await claiming.takeOver(id, answer.since ?? '', submission, expiresAt);
      }
      claims.push(id);
      failpoint('after-duplicate-claim', submission);
      continue;
    }
    const { leadId, submissionId } = answer.holder;
    const holder = await journal.standing(submissionId, 'qualification', 0);
    if (!holder) return { kind: 'undecided' };
    if (!qualifies.has(holder.kind)) {
      // Its holder did not qualify and has only not given it back yet.
      if (!(await claiming.takeOver(id, submissionId, submission, expiresAt))) return { kind: 'undecided' };
      claims.push(id);
      continue;
    }
    return { kind: 'decided', dedupe: { kind: 'duplicate', field, ofLeadId: leadId }, claims };
  }
  return { kind: 'decided', dedupe: { kind: 'unique' }, claims };
}

/**
 * Claims the values that nobody else holds. For a delivery that is tried again without qualifying: once it is placed,
 * the same person is a duplicate, but nobody who came in between makes it one.
 */
export async function claimFreeValues(
  core: Pick<Core, 'stores'>,
  subject: ClaimSubject,
  claiming: Claiming,
): Promise<readonly string[]> {
  const claims: string[] = [];
  for (const { id, at, expiresAt } of wantedClaims(core, subject)) {
    const answer = await claiming.take(id, subject.submission, at, expiresAt);
    if (answer.kind === 'ours') claims.push(id);
  }
  return claims;
}

function wantedClaims(core: Pick<Core, 'stores'>, { submission, campaign, client }: ClaimSubject) {
  if (!campaign) return [];
  const at = now(core);
  const windowMs = (campaign.settings?.dedupeWindow ?? DEFAULT_WINDOW_DAYS) * DAY_MS;
  const expiresAt = new Date(at.getTime() + windowMs);
  return dedupeKeys(campaign, client, submission.data, submission.isTest).map(({ field, value }) => ({
    id: claimId(submission.campaignId, field, value),
    field,
    at,
    expiresAt,
  }));
}

// What a person let go on is now this submission's to give back. Where the buyer may have the lead, it stays taken.
async function restsWithPerson(
  { stores }: Pick<Core, 'stores'>,
  { tenantId, submissionId }: SubmissionRecord,
  since: string | undefined,
): Promise<boolean> {
  if (since === undefined || since === submissionId) return false;
  const earlier = await stores.forTenant(tenantId).submissions.find(since);
  return earlier?.status === 'pending_action' && earlier.reason !== UNKNOWN_OUTCOME;
}
