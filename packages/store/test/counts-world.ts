/** Counts on a real MongoDB engine, as one or several processes see them. */
import type { CountOwner } from '@sluice/contracts';
import { countName } from '@sluice/contracts';
import { testBackends } from '@sluice/testing';
import { MongoClient, type Collection, type Db } from 'mongodb';
import type { CountDocument, CountedType } from '../src/counts/count-document.js';
import {
  openStores,
  type CountBounds,
  type CountRequest,
  type CountStore,
  type Limit,
  type PeriodStarts,
} from '../src/index.js';
import { databaseName } from '../src/migrations/schema.js';
import type { RawWorld } from './world.js';

/** The stores of processes that share a database. */
export interface CountWorld extends Omit<RawWorld, 'stores'> {
  readonly processes: readonly RawWorld['stores'][];
  readonly db: Db;
  readonly documents: Collection<CountDocument>;
  /** The counts of the tenant `demo`, as the `n`th process sees them. */
  readonly counts: (n?: number) => CountStore;
  /** The stored count of an owner. */
  readonly stored: (owner: CountOwner) => Promise<CountDocument>;
}

export async function openCountWorld({
  processes: many = 1,
  bounds = {},
}: { readonly processes?: number; readonly bounds?: Partial<CountBounds> } = {}): Promise<CountWorld> {
  const backends = await testBackends({ prepares: true });
  const client = new MongoClient(backends.mongodbUrl);
  const processes = await Promise.all(
    Array.from({ length: many }, () => openStores(backends.mongodbUrl, { counts: bounds })),
  );
  await processes[0]?.prepare();
  const db = client.db(databaseName(backends.mongodbUrl));
  const documents = db.collection<CountDocument>('counts');
  return {
    processes,
    db,
    documents,
    counts: (n = 0) => processes[n]!.forTenant('demo').counts,
    async stored(owner) {
      const found = await documents.findOne({ _id: `demo/${countName(owner)}` });
      if (!found) throw new Error(`there is no count ${countName(owner)}`);
      return found;
    },
    close: async () => {
      await Promise.all([client.close(), ...processes.map((stores) => stores.close())]);
      await backends.stop();
    },
  };
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
