/**
 * Bare batches: all that Sluice keeps of the leads of a burst, inserted again by one process for up to 64 leads at a time.
 * No request, no queue, no buyer, no decision: the limit that the database sets.
 */
import { migrate } from '@sluice/store';
import type { Db, Document } from 'mongodb';
import pMap from 'p-map';
import type { Bench, Figures } from '../contestant.js';
import { costs, usageOf } from '../measure/processes.js';
import { tenantId } from '../sluice/campaigns.js';
import { connect, startStores } from '../stores.js';

const MOST_IN_BATCH = 64;
const BATCHES_IN_HAND = 4;

/** Documents by collection. */
type Documents = Readonly<Record<string, readonly Document[]>>;

/** All documents about the tenant's leads, of which there are `leads`, in batches. */
export async function readBatches(db: Db, leads: number): Promise<readonly Documents[]> {
  // The tenant begins every key, before a slash; "0" is the character after it.
  const ofTenant = { _id: { $gte: `${tenantId}/`, $lt: `${tenantId}0` } };
  const reading = (await db.listCollections().toArray()).map(
    async ({ name }) =>
      [name, await db.collection<{ _id: string }>(name).find(ofTenant).sort('_id').toArray()] as const,
  );
  // The others are not written for each lead, like counts and settings.
  const aboutLeads = (await Promise.all(reading)).filter(([, found]) => found.length >= leads);
  const count = Math.ceil(leads / MOST_IN_BATCH);
  const nth = (n: number, { length }: readonly unknown[]) => Math.round((length / count) * n);
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(aboutLeads.map(([name, all]) => [name, all.slice(nth(n, all), nth(n + 1, all))])),
  );
}

/** Measures the leads whose documents are written per second as `endToEnd`, and the processor time for them. */
export async function measureBareBatches(bench: Bench, batches: readonly Documents[]): Promise<Figures> {
  const { mongodb } = await startStores(bench, 'batches');
  // Under Sluice's own indexes. As there, every write must be on disk and on a majority.
  await migrate(mongodb.url);
  const db = await connect(mongodb.url, { writeConcern: { w: 'majority', journal: true } });
  const used = () => usageOf({ mongodb: [mongodb.pid ?? 0], writer: [process.pid] });
  // The first half only warms up.
  const [first, measured] = [batches.slice(0, batches.length / 2), batches.slice(batches.length / 2)];
  await insertAll(db, first);
  const leads = measured.flatMap((batch) => batch['leads'] ?? []).length;
  const [before, startedMs] = [await used(), performance.now()];
  await insertAll(db, measured);
  const endToEnd = (leads / (performance.now() - startedMs)) * 1_000;
  return { endToEnd, ...costs(before, await used(), leads) };
}

async function insertAll(db: Db, batches: readonly Documents[]): Promise<void> {
  const insert = (batch: Documents) =>
    Promise.all(
      Object.entries(batch).map(([name, documents]) =>
        db.collection(name).insertMany([...documents], { ordered: false }),
      ),
    );
  await pMap(batches, insert, { concurrency: BATCHES_IN_HAND });
}
