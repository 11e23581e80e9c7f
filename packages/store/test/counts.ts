/** Counts on a real MongoDB engine, as one or several processes see them. */
import type { CountOwner } from '@sluice/contracts';
import { countName } from '@sluice/contracts';
import { openWorld, type World } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import type { CountDocument, CountedType } from '../src/counts/count-document.js';
import type { RecountCollections } from '../src/counts/recount.js';
import type {
  CountBounds,
  CountRequest,
  CountStore,
  Limit,
  PeriodStarts,
  TenantStores,
} from '../src/index.js';

/** The counts of the tenant `demo`. */
export interface Counts extends World {
  readonly documents: Collection<CountDocument>;
  /** The collections of a recount. */
  readonly recounted: RecountCollections;
  /** As the `n`th process sees them. */
  readonly counts: (n?: number) => CountStore;
  /** What else the `n`th process has of that tenant. */
  readonly of: (n?: number) => TenantStores;
  /** The stored count of an owner. */
  readonly stored: (owner: CountOwner) => Promise<CountDocument>;
}

/** Opens the stores of one or several processes that share a database. */
export async function openCounts({
  processes = 1,
  bounds = {},
}: { readonly processes?: number; readonly bounds?: Partial<CountBounds> } = {}): Promise<Counts> {
  const world = await openWorld({ stores: { counts: bounds } });
  const all = [world.stores];
  while (all.length < processes) all.push(await world.openStores({ counts: bounds }));
  const documents = world.db.collection<CountDocument>('counts');
  const recounted: RecountCollections = {
    counts: documents,
    submissions: world.db.collection('submissions'),
    decisions: world.db.collection('decisions'),
  };
  return Object.assign(world, {
    documents,
    recounted,
    counts: (n = 0) => all[n]!.forTenant('demo').counts,
    of: (n = 0) => all[n]!.forTenant('demo'),
    async stored(owner: CountOwner) {
      const found = await documents.findOne({ _id: `demo/${countName(owner)}` });
      if (!found) throw new Error(`there is no count ${countName(owner)}`);
      return found;
    },
  });
}

/** A Wednesday; the periods of {@link starts} hold it. */
export const at = new Date('2026-11-18T12:30:00Z');
export const starts: PeriodStarts = {
  hourly: new Date('2026-11-18T12:00:00Z'),
  daily: new Date('2026-11-18T00:00:00Z'),
  weekly: new Date('2026-11-16T00:00:00Z'),
  monthly: new Date('2026-11-01T00:00:00Z'),
};
/** An hour later. */
export const nextHour = {
  at: new Date('2026-11-18T13:10:00Z'),
  starts: { ...starts, hourly: new Date('2026-11-18T13:00:00Z') },
};
const zone = 'UTC';

/** What a lead asks of the count of `owner`; each limit is named after the count and its type. */
export function asks(
  owner: CountOwner,
  caps: Readonly<Partial<Record<CountedType, number>>> = {},
  change: Partial<Pick<CountRequest, 'zone' | 'starts'>> = {},
): CountRequest {
  const name = countName(owner);
  const limits = Object.entries(caps).map(([type, cap]): Limit => ({
    name: `${name}.${type}`,
    type: type as CountedType,
    cap,
  }));
  return { owner, name, zone, starts, limits, ...change };
}

/** Names of leads, the oldest first. */
export function names(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, n) => `sub_${prefix}${String(n).padStart(4, '0')}.routing.0`);
}

/** The names that are open in a count, the oldest first. */
export function namesIn({ open }: Pick<CountDocument, 'open'>): readonly string[] {
  return [...new Set(open.flatMap((one) => one.names))].toSorted();
}
