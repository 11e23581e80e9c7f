/** A difference that was booked for a sale whose return was approved at the same moment. */
import { correctionsOf, sumIn } from '@sluice/domain';
import type { LedgerEntry } from '@sluice/contracts';
import { now } from '../core.js';
import { completeReturn, type ReturnDeps } from './complete-return.js';
import { bookWords } from '../ledger/book-adjustment.js';

/**
 * Whether the return of the sale is approved by now. If its entry was reckoned before the adjustment `entryId` was
 * booked, and so took nothing of that back, the opposite of the adjustment is booked. Repeatable.
 */
export async function undoOfReturned(
  core: ReturnDeps,
  tenantId: string,
  sale: LedgerEntry,
  entryId: string,
): Promise<boolean> {
  const { ledger, returns } = core.stores.forTenant(tenantId);
  const stored = await returns.ofSale(sale.submissionId);
  // An approval that is still to come reckons with everything that is booked by now.
  if (stored?.status !== 'approved') return false;
  await completeReturn(core, tenantId, stored);
  const entries = await ledger.salesOfLead(sale.leadId);
  const returned = entries.filter(
    ({ type, submissionId }) => type === 'return' && submissionId === sale.submissionId,
  );
  const { decidedAt = now(core) } = stored;
  const corrections = correctionsOf(sale, entries);
  const ours = corrections.find((entry) => entry.entryId === entryId);
  // What people corrected after the return is no matter of its.
  const others = corrections.filter((entry) => entry !== ours && entry.occurredAt <= decidedAt);
  const isLeftOut = returned.length > 0 && sumIn(sale.currency, [sale, ...others, ...returned]) === 0;
  if (!ours || !isLeftOut) return true;
  const { note: _note, ...words } = ours;
  const note = 'the sale was returned at the same moment';
  await bookWords(core, tenantId, {
    ...words,
    entryId: `${entryId}.returned`,
    minor: -ours.minor,
    occurredAt: now(core),
    note,
  });
  return true;
}
