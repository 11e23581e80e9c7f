/**
 * Bare batches: what Sluice writes for a lead, written by one process for up to 64 leads at a time, in copies of a recorded
 * one. No request, no queue, no buyer, no decision: the limit that the database sets.
 */
import { openStores } from '@sluice/store';
import { MongoClient, type Db, type Document } from 'mongodb';
import type { Bench, Figures } from '../contestant.js';
import { copierOf } from '../lead/copy-lead.js';
import { identityOf, type Identity } from '../lead/identity.js';
import { copyInserter } from '../lead/insert-copies.js';
import type { Keyed, RecordedLead } from '../lead/record-lead.js';
import { processorTimeUs, costs } from '../measure/processes.js';
import { running } from '../running.js';
import { campaigns } from '../sluice/tenants.js';
import { startStores } from './start-stores.js';

const MOST_IN_BATCH = 64;
const BATCHES_IN_HAND = 4;

/** Measures the leads whose documents are written per second as `endToEnd`, and the processor time for them. */
export async function measureBareBatches(bench: Bench, recorded: RecordedLead): Promise<Figures> {
  const { mongodb } = await startStores(bench, 'batches');
  const write = batchWriter(await openDatabase(mongodb.url), recorded);
  const used = () => processorTimeUs({ mongodb: [mongodb.pid ?? 0], writer: [process.pid] });
  await writeAll(bench, write);
  const [before, startedMs] = [used(), performance.now()];
  await writeAll(bench, write);
  const endToEnd = (bench.leads / (performance.now() - startedMs)) * 1_000;
  return { endToEnd, ...costs(before, used(), bench.leads) };
}

// The indexes are Sluice's own. As there, every write must be on disk and on a majority.
async function openDatabase(url: string): Promise<Db> {
  const product = await openStores(url);
  await product.prepare();
  await product.close();
  const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true } });
  running.push({ stop: () => client.close() });
  return (await client.connect()).db('sluice');
}

async function writeAll({ leads, people }: Bench, write: (leads: readonly Identity[]) => Promise<void>) {
  let left = leads;
  const writeBatches = async () => {
    while (left > 0) {
      const count = Math.min(MOST_IN_BATCH, left);
      left -= count;
      const [first, acceptedMs, campaignId] = [people(count), Date.now(), campaigns.plain.id];
      await write(
        Array.from({ length: count }, (_, n) => identityOf({ campaignId, person: first + n, acceptedMs })),
      );
    }
  };
  await Promise.all(Array.from({ length: BATCHES_IN_HAND }, writeBatches));
}

/** Writes the documents of accepted leads, then all that are added on their way, then the ends of the first. */
function batchWriter(db: Db, { identity, accepted, ended }: RecordedLead) {
  const added = Object.fromEntries(Object.entries(ended).filter(([name]) => !(name in accepted)));
  const insertAccepted = copyInserter(db, [accepted, identity]);
  const insertAdded = copyInserter(db, [added, identity]);
  const ends = Object.entries(accepted).map(([name, [before]]) => {
    const end = changeOf(before ?? {}, ended[name]?.[0] ?? {});
    const changes = copierOf({ _id: before?._id ?? '', change: end }, identity);
    // All leads of a batch end as its first does: only the size of the change matters.
    return (leads: readonly Identity[]) => {
      const ids = leads.map((lead) => changes(lead)._id);
      return db
        .collection<Keyed>(name)
        .updateMany({ _id: { $in: ids } }, changes(leads[0] as Identity).change);
    };
  });
  return async (leads: readonly Identity[]) => {
    await insertAccepted(leads);
    await insertAdded(leads);
    for (const end of ends) await end(leads);
  };
}

/** The update that turns one document into the other. */
function changeOf(before: Document, after: Document): Document {
  const isNew = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field]);
  const gone = Object.keys(before).filter((field) => !(field in after));
  return {
    $set: Object.fromEntries(Object.entries(after).filter(isNew)),
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, ''])) }),
  };
}
