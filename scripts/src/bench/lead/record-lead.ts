/** Records what Sluice writes for a lead, so that whatever is made of copies is always what Sluice writes now. */
import type { Db, Document } from 'mongodb';
import type { Bench, Contestant } from '../contestant.js';
import { postLead } from '../load/post-leads.js';
import { whileWorkersStopped } from '../measure/processes.js';
import { tenants } from '../sluice/tenants.js';
import { identityOf, type Identity } from './identity.js';

/** A document identified by its key. */
export interface Keyed extends Document {
  readonly _id: string;
}

/** Documents by collection. */
export type Documents = Readonly<Record<string, readonly Keyed[]>>;

/** One lead's documents after its 202, and after it was delivered. */
export interface RecordedLead {
  readonly identity: Identity;
  readonly accepted: Documents;
  readonly ended: Documents;
}

/** Sends one lead of the loaded tenant through Sluice and records it. */
export async function recordLead(contestant: Contestant, db: Db, { people }: Bench): Promise<RecordedLead> {
  const person = people();
  const [submission, accepted] = await whileWorkersStopped(contestant, async () => {
    const { submissionId } = await postLead(contestant, person);
    const _id = `${tenants.loaded}/${submissionId}`;
    const found = (await db.collection<Keyed>('submissions').findOne({ _id })) as Keyed;
    return [found, await documentsOf(db, found)] as const;
  });
  await contestant.atRest();
  const ids = { leadId: String(submission['leadId']), submissionId: submission._id };
  const acceptedMs = Number(submission['acceptedAt']);
  const identity = identityOf({ campaignId: contestant.campaign.id, person, acceptedMs, ...ids });
  return { identity, accepted, ended: await documentsOf(db, submission) };
}

// Those whose keys begin with its key, and those that name its lead.
async function documentsOf(db: Db, { _id, leadId }: Keyed): Promise<Documents> {
  const ofLead = [{ _id: `${tenants.loaded}/${leadId}` }, { leadId: leadId as string }];
  const about = { $or: [{ _id: { $gte: _id, $lt: `${_id}/` } }, ...ofLead] };
  const collections = await db.listCollections().toArray();
  const reading = collections.map(
    async ({ name }) => [name, await db.collection<Keyed>(name).find(about).toArray()] as const,
  );
  return Object.fromEntries((await Promise.all(reading)).filter(([, documents]) => documents.length > 0));
}
