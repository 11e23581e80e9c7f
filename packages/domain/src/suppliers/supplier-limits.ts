/** How many leads are taken of a supplier, and what becomes of one that is too many. */
import {
  countName,
  limitName,
  limitTypes,
  type Rejected,
  type Supplier,
  type SupplierOwner,
  type TraceEntry,
} from '@sluice/contracts';
import { startsAt, type ApplicableLimit, type Count } from '../routing/limits.js';
import { periodAt } from '../time/period.js';
import { resolveTimeZone } from '../time/time-zone.js';

/** The count of a supplier's leads, with its limits in their running periods. */
export interface SupplierCount extends Pick<Count, 'name' | 'zone' | 'starts'> {
  readonly owner: SupplierOwner;
  readonly limits: readonly Pick<ApplicableLimit, 'name' | 'type' | 'cap' | 'turnsAt'>[];
}

/** The count of a supplier at `now`, by the tenant's days; of limits of one type the lowest holds. */
export function supplierCount(
  { supplierId, limits = [] }: Pick<Supplier, 'supplierId' | 'limits'>,
  tenantTimezone: string | undefined,
  now: Date,
): SupplierCount {
  const owner = { supplierId };
  const zone = resolveTimeZone(tenantTimezone);
  const lowest = limitTypes.flatMap((type) => {
    const caps = limits.filter((limit) => limit.type === type).map(({ cap }) => cap);
    if (caps.length === 0) return [];
    const { key, end: turnsAt } = periodAt(type, zone, now);
    return [{ name: limitName(owner, type, key), type, cap: Math.min(...caps), turnsAt }];
  });
  return { name: countName(owner), owner, zone, starts: startsAt(zone, now), limits: lowest };
}

/** The decision about a lead whose supplier has sent as many as are taken; `full` are the limits. */
export function overSupplierLimit({ owner }: SupplierCount, full: readonly string[]): Rejected {
  const entry: TraceEntry = {
    looked: 'supplier',
    at: owner.supplierId,
    verdict: 'failed',
    because: 'supplier_limit',
    values: { full: full.join(', ') },
  };
  return { kind: 'rejected', reason: 'supplier_limit', trace: [entry] };
}

/** The entry of a lead that its supplier's limits leave room for; none without limits. */
export function withinSupplierLimit({ owner, limits }: SupplierCount): readonly TraceEntry[] {
  if (limits.length === 0) return [];
  const caps = Object.fromEntries(limits.map(({ type, cap }) => [type, cap]));
  return [{ looked: 'supplier', at: owner.supplierId, verdict: 'passed', values: caps }];
}
