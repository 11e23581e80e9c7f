/** Erases a person: ends the lead, then removes the personal data from everything that is stored about it. */
import { ApiError, type LeadRecord, type SubmissionRecord } from '@sluice/contracts';
import { endIfWaiting, leadOf, now, type Core, type StoresFor } from '@sluice/pipeline';
import type { Removed, SeenLead } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';

/** The extent of an erasure. */
export interface ErasedLead {
  readonly tenantId: string;
  readonly leadId: string;
  /** Submissions that were waiting and were ended for the erasure. */
  readonly ended: readonly string[];
  /** How many documents of each collection lost data or were removed. */
  readonly erased: Removed;
}

const LOOK_EVERY_MS = 500;

/**
 * Erases a lead of the tenant. It ends submissions that only wait, and waits up to `waitMs` for those in progress.
 * Repeatable.
 * @throws ApiError NOT_FOUND if there is no such lead; INVALID_STATE if a submission is still in progress after
 *   `waitMs`
 */
export async function eraseLead(
  core: Core,
  tenantId: string,
  leadId: string,
  waitMs: number,
): Promise<ErasedLead> {
  const of = core.stores.forTenant(tenantId);
  const lead = await leadOf(of, leadId);
  const until = performance.now() + waitMs;
  const ended = new Set<string>();
  for (;;) {
    const seen = await endLead(core, lead, until, ended);
    const erased = await of.removal.erase(leadId, seen);
    // Otherwise a new submission has begun, with the data that would be erased.
    if (erased) return { tenantId, leadId, ended: [...ended], erased };
  }
}

/** Ends the lead, notes which submissions it `ended`, and returns the state of the lead in which it was at rest. */
async function endLead(
  core: Core,
  { tenantId, leadId }: LeadRecord,
  until: number,
  ended: Set<string>,
): Promise<SeenLead | undefined> {
  const { removal, submissions } = core.stores.forTenant(tenantId);
  for (;;) {
    const inProgress = await inProgressOf(core, tenantId, leadId);
    for (const submission of inProgress) {
      await endIfWaiting(core, submission, { by: 'erasure', because: 'the personal data is erased' });
      const after = await submissions.find(submission.submissionId);
      if (after?.dueAt !== undefined) continue;
      if (after?.status === 'superseded') await recordErased(core, submission, ended);
    }
    // Before the last look: a submission that this look misses changes the lead only afterwards.
    const seen = await removal.see(leadId);
    const [still] = await inProgressOf(core, tenantId, leadId);
    if (!still) return seen;
    if (performance.now() > until) throw new ApiError('INVALID_STATE', { message: stillInProgress(still) });
    await pause(LOOK_EVERY_MS);
  }
}

async function inProgressOf(
  core: StoresFor<'forTenant'>,
  tenantId: string,
  leadId: string,
): Promise<readonly SubmissionRecord[]> {
  const found = await core.stores.forTenant(tenantId).submissions.ofLead(leadId);
  return found.filter(({ dueAt }) => dueAt !== undefined);
}

// A submission that no newer one superseded determines the status of its lead.
async function recordErased(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, leadId, submissionId }: SubmissionRecord,
  ended: Set<string>,
): Promise<void> {
  ended.add(submissionId);
  const { leads } = core.stores.forTenant(tenantId);
  await leads.recordStatus(leadId, {
    status: 'rejected',
    ended: true,
    reason: 'erased',
    submissionId,
    at: now(core),
  });
}

function stillInProgress({ leadId, submissionId, status }: SubmissionRecord): string {
  return (
    `Lead ${leadId} is still in progress (${submissionId}, ${status}), so nothing was erased: ` +
    'try again when it has ended, or wait longer with --wait SECONDS.'
  );
}
