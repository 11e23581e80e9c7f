/**
 * A person sets the status of leads to `returned`: that is an approved return of each one's last sale, without a reason,
 * whatever window and quota say.
 */
import type { ReturnRecord } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { now } from '../core.js';
import { inChunks } from '../sweep/in-chunks.js';
import { zoneOfCampaign } from './return-quota.js';
import { returnOfSale } from './return-of-sale.js';
import { isSold } from './sale-to-return.js';
import { returnDueAt, completeReturn, type ReturnDeps } from './complete-return.js';

const AT_ONCE = 16;

/**
 * Approves the returns of the leads that were sold, and answers them; a return that exists is approved. What follows is
 * written by {@link completeReturns}, else by the sweep. Repeatable.
 */
export async function approveByStatus(
  core: ReturnDeps,
  tenantId: string,
  leadIds: readonly string[],
  by: string,
): Promise<readonly ReturnRecord[]> {
  const { ledger, returns } = core.stores.forTenant(tenantId);
  const sales = (await ledger.lastSales(leadIds)).filter(isSold);
  return inChunks(sales, AT_ONCE, async (sale) => {
    const zone = await zoneOfCampaign(core, tenantId, sale.placedCampaignId);
    const at = now(core);
    return returns.approveByStatus({
      ...returnOfSale(sale, zone),
      returnId: newId('return'),
      status: 'approved',
      requestedAt: at,
      by,
      isByStatus: true,
      decidedAt: at,
      decidedBy: by,
      dueAt: returnDueAt(core),
    });
  });
}

/** Completes these returns. */
export async function completeReturns(
  core: ReturnDeps,
  tenantId: string,
  records: readonly ReturnRecord[],
): Promise<void> {
  await inChunks(records, AT_ONCE, (record) => completeReturn(core, tenantId, record));
}
