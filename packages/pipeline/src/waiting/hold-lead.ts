/** Holding a submission until a known instant, or until a slot that it waits for is released. */
import type { Held, SubmissionRecord } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import { now, type Core, type StoresFor } from '../core.js';
import { releaseNextWaiting } from './release-next-waiting.js';

/**
 * Sets the submission and its lead to `queued` until the hold is over. If a slot was released meanwhile, the oldest
 * lead that waits for it becomes due at once. `generation` is that of the routing decision that holds. Repeatable.
 */
export async function holdLead(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'metrics'>,
  submission: SubmissionRecord,
  generation: number,
  held: Held,
): Promise<void> {
  const { tenantId, submissionId } = submission;
  const { leads, submissions } = core.stores.forTenant(tenantId);
  await leads.recordStatus(submission.leadId, {
    status: 'queued',
    ended: false,
    reason: held.reason,
    submissionId,
    at: now(core),
  });
  await failpoint('before-hold', submission);
  const { waitsFor } = held;
  await submissions.hold(submissionId, generation, held);
  await releaseNextWaiting(core, tenantId, waitsFor);
  core.metrics.heldLeads.inc({ tenant: tenantId, reason: held.reason });
}
