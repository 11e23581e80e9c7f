/**
 * Claims a lead's dedupe values, one field after another in a fixed order, so that of leads that come in the same
 * millisecond exactly one wins and none waits in a circle.
 */
import type { Campaign, Client, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { dedupeKeys, type DedupeOutcome } from '@sluice/domain';
import { now, type Core } from '@sluice/pipeline';
import { failpoint } from '@sluice/runtime';
import { claimId } from '@sluice/store';

/** What claiming came to. `undecided`: another lead holds a value, and whether it qualifies is not known yet. */
export type Claimed =
  | { readonly kind: 'decided'; readonly dedupe: DedupeOutcome; readonly claims: readonly string[] }
  | { readonly kind: 'undecided' };

const DEFAULT_WINDOW_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const qualifies: ReadonlySet<QualificationDecision['kind']> = new Set([
  'qualified',
  'awaiting_action',
  'pending_action',
]);

export async function claimValues(
  core: Core,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  client: Client | undefined,
): Promise<Claimed> {
  const keys = campaign ? dedupeKeys(campaign, client, submission.data, submission.isTest) : [];
  if (keys.length === 0) {
    return { kind: 'decided', dedupe: { kind: 'skipped', because: 'nothing to compare' }, claims: [] };
  }
  const { duplicateClaims, journal } = core.stores.forTenant(submission.tenantId);
  const windowMs = (campaign?.settings?.dedupeWindow ?? DEFAULT_WINDOW_DAYS) * DAY_MS;
  const claims: string[] = [];
  for (const { field, value } of keys) {
    const id = claimId(submission.campaignId, field, value);
    const at = now(core);
    const expiresAt = new Date(at.getTime() + windowMs);
    const answer = await duplicateClaims.take(id, submission, at, expiresAt);
    if (answer.kind === 'ours') {
      claims.push(id);
      failpoint('after-duplicate-claim', submission.leadId, submission.submissionId);
      continue;
    }
    const { leadId, submissionId } = answer.holder;
    const holder = await journal.standing(submissionId, 'qualification', 0);
    if (!holder) return { kind: 'undecided' };
    if (!qualifies.has(holder.kind)) {
      // Its holder did not qualify and has only not given it back yet.
      if (!(await duplicateClaims.takeOver(id, submissionId, submission, expiresAt)))
        return { kind: 'undecided' };
      claims.push(id);
      continue;
    }
    return { kind: 'decided', dedupe: { kind: 'duplicate', field, ofLeadId: leadId }, claims };
  }
  return { kind: 'decided', dedupe: { kind: 'unique' }, claims };
}
