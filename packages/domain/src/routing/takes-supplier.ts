/** Whether a campaign takes leads of a supplier and site. */
import type { Campaign, LeadSource } from '@sluice/contracts';

/** A lead without a supplier is in no entry; sites compare in any case. */
export function takesSupplier(
  { suppliers }: Pick<Campaign, 'suppliers'>,
  { supplierId, subIds }: LeadSource,
): boolean {
  if (!suppliers) return true;
  const site = subIds?.subId1?.toLowerCase();
  const isNamed = suppliers.entries.some((entry) => {
    const slash = entry.indexOf('/');
    if (slash < 0) return entry === supplierId;
    return entry.slice(0, slash) === supplierId && entry.slice(slash + 1).toLowerCase() === site;
  });
  return suppliers.mode === 'allow' ? isNamed : !isNamed;
}

/** Whether a campaign takes any lead of a supplier, be it of one site alone. */
export function takesSomeOf({ suppliers }: Pick<Campaign, 'suppliers'>, supplierId: string): boolean {
  if (!suppliers) return true;
  const { mode, entries } = suppliers;
  if (mode === 'deny') return !entries.includes(supplierId);
  return entries.some((entry) => entry.split('/')[0] === supplierId);
}
