/** Records what Sluice writes for a lead, so that whatever is made of copies is always what Sluice writes now. */
import { createHash } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import type { Bench, Contestant } from '../contestant.js';
import { makePerson, type Person } from '../load/person.js';
import { postLead } from '../load/post-leads.js';
import { whileFrozen } from '../measure/processes.js';
import { tenants } from '../sluice/tenant-file.js';
import type { Identity } from './copy-lead.js';

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
  const n = people();
  const [submissionId, accepted] = await whileFrozen(contestant.workers(), async () => {
    const posted = await postLead(contestant, n);
    return [posted.submissionId, await documentsOf(db, posted.submissionId)] as const;
  });
  await contestant.atRest();
  const { leadId, acceptedAt } = accepted['submissions']?.[0] as Document;
  const person = makePerson(contestant.campaignId, n);
  const texts = [...textsOf(person, leadId as string, submissionId), contestant.campaignId];
  const identity = { texts, acceptedMs: Number(acceptedAt) };
  return { identity, accepted, ended: await documentsOf(db, submissionId) };
}

// Those whose keys begin with its key or its lead's, and those that name its lead.
async function documentsOf(db: Db, submissionId: string): Promise<Documents> {
  const [submissionKey, leadKeyOf] = [
    `${tenants.loaded}/${submissionId}`,
    (id: string) => `${tenants.loaded}/${id}`,
  ];
  const leadId = String(
    (await db.collection<Keyed>('submissions').findOne({ _id: submissionKey }))?.['leadId'],
  );
  const under = [submissionKey, leadKeyOf(leadId)].map((key) => ({ _id: { $gte: key, $lt: `${key}/` } }));
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  const found = names.map(
    async (name) =>
      [
        name,
        await db
          .collection<Keyed>(name)
          .find({ $or: [...under, { leadId }] })
          .toArray(),
      ] as const,
  );
  return Object.fromEntries((await Promise.all(found)).filter(([, documents]) => documents.length > 0));
}

/** The texts that distinguish two people's documents. Phone and address are stored in clear and as hashes. */
export function textsOf({ phone, email, lastName }: Person, leadId: string, submissionId: string): string[] {
  const hashes = [phone, email].map((value) =>
    createHash('sha256').update(value).digest('base64url').slice(0, 32),
  );
  const [leadUlid = '', submissionUlid = ''] = [leadId, submissionId].map((id) => id.replace(/^.*_/, ''));
  return [leadUlid, leadUlid.toLowerCase(), submissionUlid, ...hashes, lastName.replace(/\D/g, '')];
}
