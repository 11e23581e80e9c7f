/**
 * Budgets that are exceeded in their running period: leads are routed by the price that is expected of them, and a buyer's
 * answer above it counts all the same.
 */
import { capsInUse, type StoresFor } from '@sluice/pipeline';
import type { OverspentBudget } from '@sluice/reports';

/** Those of every tenant's campaigns, or of one tenant's, that are in use and of their clients, by tenant in the order of their ids. */
export async function everyOverspentBudget(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  tenantId?: string,
): Promise<readonly OverspentBudget[]> {
  const budgets = await capsInUse(core, { what: 'budgets', tenantId });
  return budgets
    .filter(({ used, cap }) => used > cap)
    .map(({ cap: budget, used: spent, reserved: _reserved, currency = '', ...one }) => ({
      ...one,
      budget,
      spent,
      currency,
    }))
    .sort((a, b) => order(a.tenantId, b.tenantId) || order(a.id, b.id));
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
