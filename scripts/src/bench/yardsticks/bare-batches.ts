/**
 * Bare batches: writes what Sluice writes for a lead, in copies of a recorded one, for many leads at a time. It makes no
 * decisions and closes no failure windows. It shows the limit that the database sets.
 */
import { readFileSync } from 'node:fs';
import { BSON, MongoClient, type Document } from 'mongodb';
import { copierOf, type Identity } from '../lead/copy-lead.js';
import { textsOf, type Keyed, type RecordedLead } from '../lead/record-lead.js';
import type { Person } from '../load/person.js';
import type { roles } from './roles.js';

/** A lead of a yardstick. */
export interface Lead {
  readonly leadId: string;
  readonly submissionId: string;
  readonly acceptedMs: number;
  readonly person: Person;
}

/** What each process writes for some leads; `end` follows the call of the buyer. */
type Step = (typeof roles)[number] | 'end';
type Write = (leads: readonly Identity[]) => Promise<unknown>;

/** The counts of a campaign and its client, in which a lead is open from its routing to its end. */
export const countKeys = ['bench.campaign', 'bench.client'];

/**
 * Opens a database with Sluice's own indexes, and returns what writes one step of some leads. As in Sluice, every write is
 * on disk on a majority.
 */
export async function openBareBatches(
  url: string,
  recordedFile: string,
): Promise<(step: Step, leads: readonly Lead[]) => Promise<void>> {
  const { accepted, ended, identity } = BSON.EJSON.parse(readFileSync(recordedFile, 'utf8')) as RecordedLead;
  const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true }, maxPoolSize: 32 });
  const db = (await client.connect()).db('sluice');
  const of = (name: string) => db.collection<Keyed>(name);
  const one = (documents: RecordedLead['ended'], name: string): Document => documents[name]?.[0] ?? {};
  const keysOf = (document: Document) => {
    const copy = copierOf({ key: String(document['_id']) }, identity);
    return (leads: readonly Identity[]) => leads.map((lead) => copy(lead).key);
  };
  const submissionsOf = keysOf(one(ended, 'submissions'));

  const insert = (name: string, documents: readonly Document[] = []): Write => {
    const copies = documents.map((document) => copierOf(document as Keyed, identity));
    return async (leads) => {
      const copied = leads.flatMap((lead) => copies.map((copy) => copy(lead)));
      if (copied.length > 0) await of(name).insertMany(copied, { ordered: false });
    };
  };
  // All leads of a batch change as its first does: only the size of the change matters.
  const change = (name: string, before: Document): Write => {
    const after = one(ended, name);
    const isNew = ([field, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(before[field]);
    const set = copierOf(Object.fromEntries(Object.entries(after).filter(isNew)), identity);
    const gone = Object.keys(before).filter((field) => !(field in after));
    const unset = gone.length > 0 && {
      $unset: Object.fromEntries(gone.map((field) => [field, '' as const])),
    };
    const keys = keysOf(after);
    return (leads) =>
      of(name).updateMany({ _id: { $in: keys(leads) } }, { $set: set(leads[0] as Identity), ...unset });
  };
  const read: Write = (leads) =>
    of('submissions')
      .find({ _id: { $in: submissionsOf(leads) } })
      .toArray();
  const decide = (stage: string) =>
    insert(
      'decisions',
      ended['decisions']?.filter((made) => made['stage'] === stage),
    );
  const count = (update: (names: readonly string[]) => Document): Write => {
    return (leads) => of('counts').updateMany({ _id: { $in: countKeys } }, update(submissionsOf(leads)));
  };
  const { outcome: _outcome, ...attempt } = one(ended, 'attempts');
  const known = new Set(['claims', 'decisions', 'attempts', ...Object.keys(accepted)]);
  const others = Object.entries(ended).filter(([name]) => !known.has(name));

  const writes: Readonly<Record<Step, readonly Write[]>> = {
    gateway: Object.entries(accepted).map(([name, documents]) => insert(name, documents)),
    qualification: [read, insert('claims', ended['claims']), decide('qualification')],
    routing: [read, count((names) => ({ $push: { open: { $each: names } } })), decide('routing')],
    delivery: [read, insert('attempts', [attempt])],
    end: [
      change('attempts', attempt),
      decide('delivery'),
      count((names) => ({ $pullAll: { open: names }, $inc: { placed: names.length } })),
      ...others.map(([name, documents]) => insert(name, documents)),
      change('leads', one(accepted, 'leads')),
      change('submissions', one(accepted, 'submissions')),
    ],
  };
  return async (step, leads) => {
    const { campaignId } = one(accepted, 'submissions');
    const identities = leads.map(({ person, leadId, submissionId, acceptedMs }) => ({
      texts: [...textsOf(person, leadId, submissionId), String(campaignId)],
      acceptedMs,
    }));
    for (const write of writes[step]) await write(identities);
  };
}
