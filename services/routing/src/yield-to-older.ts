/** The order by age at a full limit: which leads let older ones that wait for the same slots go first. */
import { openingOf } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import type { SlotAsk, StoredSubmission } from '@sluice/store';

/** A new lead lets held leads that wait for the same slots go first, but for no longer than this. */
const NEW_FOR_MS = 5_000;

type Yields = (
  core: StoresFor<'clock' | 'forTenant'>,
  submission: Pick<StoredSubmission, 'tenantId' | 'acceptedAt' | 'waitsFor'>,
  asks: readonly SlotAsk[],
  campaignId: string,
) => Promise<boolean>;

/** Whether a lead that wants these slots of `campaignId` has to let older leads go first now. */
export const yieldsToOlder: Yields = (core, submission, asks, campaignId) =>
  (submission.waitsFor ? heldYields : newYields)(core, submission, asks, campaignId);

// For a held lead: true if at least as many older leads wait for the same slots as slots are free.
const heldYields: Yields = async (core, { tenantId, acceptedAt, waitsFor = [] }, asks) => {
  const { submissions, slots } = core.stores.forTenant(tenantId);
  const free = await slots.free(asks);
  return free > 0 && (await submissions.olderReleases(waitsFor, acceptedAt, now(core), free)) >= free;
};

// For a new lead: true if a slot is free and an older held lead is about to be released for it.
const newYields: Yields = async (core, { tenantId, acceptedAt }, asks, campaignId) => {
  if (now(core).getTime() - acceptedAt.getTime() > NEW_FOR_MS) return false;
  const { submissions, slots } = core.stores.forTenant(tenantId);
  const wanted = [openingOf(campaignId), ...asks.map(({ counter }) => counter)];
  const since = await submissions.aboutToBeReleased(wanted, now(core));
  return since !== undefined && since < acceptedAt && (await slots.free(asks)) > 0;
};
