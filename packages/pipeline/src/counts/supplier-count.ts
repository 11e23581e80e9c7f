/**
 * A supplier's leads are counted by their first decision: its name is opened in the supplier's count, which its limits may
 * refuse, and counted, all in the commit of that decision. So whatever becomes of a lead, it takes one place, and one that
 * is held takes no room.
 */
import { countName, supplierSlotName, type RecordedDecision, type SubmissionRecord } from '@sluice/contracts';
import { supplierCount, type SupplierCount } from '@sluice/domain';
import type { Slot, TakenOut } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

type Counted = Pick<SubmissionRecord, 'tenantId' | 'submissionId' | 'supplierId' | 'first' | 'isTest'>;

/** The count of the lead's supplier at this moment; undefined for a lead that is not counted for one. */
export async function countOfSupplier(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { tenantId, supplierId, first, isTest }: Counted,
): Promise<SupplierCount | undefined> {
  if (supplierId === undefined || !first || isTest) return undefined;
  const supplier = await core.stores.forTenant(tenantId).suppliers.cached(supplierId);
  const zone = (await core.stores.tenants.cached(tenantId))?.settings.timezone;
  return supplierCount(supplier ?? { supplierId }, zone, now(core));
}

/** The slot that a first decision has in the count of the lead's supplier; undefined if it has none. */
function slotOf(
  { submissionId, supplierId }: Counted,
  { stage, generation, decision: { opening } }: RecordedDecision,
): { readonly slot: Slot; readonly counts: readonly string[] } | undefined {
  if (stage !== 'qualification' || generation > 0) return undefined;
  if (supplierId === undefined || opening === undefined) return undefined;
  return { slot: { name: supplierSlotName(submissionId), opening }, counts: [countName({ supplierId })] };
}

/** What a first decision counts for the lead's supplier, in its commit. */
export function countedForSupplier(
  { stores }: StoresFor<'forTenant'>,
  submission: Counted,
  recorded: RecordedDecision,
): readonly TakenOut[] {
  const of = slotOf(submission, recorded);
  if (!of) return [];
  const { counts } = stores.forTenant(submission.tenantId);
  return counts.takenOut(of.slot, of.counts, { at: recorded.decidedAt });
}

/** Counts a first decision whose worker may have died before its commit was whole. Repeatable. */
export async function countForSupplier(
  { stores }: StoresFor<'forTenant'>,
  submission: Counted,
  recorded: RecordedDecision,
): Promise<void> {
  const of = slotOf(submission, recorded);
  if (of) await stores.forTenant(submission.tenantId).counts.count(of.slot, of.counts, recorded.decidedAt);
}

/** Lets the name of a first decision go that is counted and carried out. */
export function forgetForSupplier(
  { stores }: StoresFor<'forTenant'>,
  submission: Counted,
  recorded: RecordedDecision,
): void {
  const of = slotOf(submission, recorded);
  if (of) stores.forTenant(submission.tenantId).counts.ended(of.slot.name, of.counts);
}
