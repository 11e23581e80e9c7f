/** Fills a tenant's store with months of data: millions of ended leads, and hundreds of campaigns. */
import { createHash } from 'node:crypto';
import { MongoClient, type Collection, type Db, type Document } from 'mongodb';
import { encodeTime } from 'ulid';
import { Problem } from '@sluice/local';
import { makePerson } from '../load/make-person.js';
import type { People } from '../scenario.js';
import { copierOf, type Copy, type Identity } from './copy-lead.js';

/** The data to add to the store. */
export interface Growth {
  readonly tenantId: string;
  /** A campaign that has delivered leads of made-up people; the campaign and the leads are copied. */
  readonly campaignId: string;
  readonly leads: number;
  readonly campaigns: number;
  readonly people: People;
  /** Receives the progress in whole percents. */
  readonly note: (line: string) => void;
}

interface Keyed extends Document {
  readonly _id: string;
}

/** The number of leads written together. */
const AT_ONCE = 2_000;
const NOTED_EVERY_PERCENT = 10;
const DAY_MS = 86_400_000;
/** The leads arrived over this many days, the last of them an hour ago. */
const OVER_DAYS = 30;
const UNTIL_MS_AGO = 3_600_000;

/** Grows the store at `url` and returns the codes of the new campaigns. @throws Problem if there is no lead to copy */
export async function growStore(url: string, growth: Growth): Promise<readonly string[]> {
  const client = await new MongoClient(url, { writeConcern: { w: 1, journal: false } }).connect();
  try {
    const db = client.db('sluice');
    await addCampaigns(db, growth);
    await addLeads(db, growth);
    // Pending disk writes must not be charged to the measured leads.
    await client.db('admin').command({ fsync: 1 });
    return codesOf(growth.campaigns);
  } finally {
    await client.close();
  }
}

async function addCampaigns(db: Db, { tenantId, campaignId, campaigns }: Growth): Promise<void> {
  const collection = db.collection<Keyed>('campaigns');
  const model = await collection.findOne({ _id: `${tenantId}/${campaignId}` });
  if (!model) throw new Problem(`There is no campaign ${campaignId} to copy.`);
  const codes = codesOf(campaigns);
  const documents = codes.map((code, n): Keyed => {
    // Each campaign falls back to the next ones, as campaigns of one offer do.
    const fallbackCampaigns = [1, 2, 3].map((step) => codes[(n + step) % codes.length] as string);
    const item = {
      ...(model['item'] as Document),
      campaignId: code,
      name: `Grown ${code}`,
      fallbackCampaigns,
    };
    return { ...model, _id: `${tenantId}/${code}`, item };
  });
  await collection.insertMany(documents, { ordered: false });
}

function codesOf(campaigns: number): readonly string[] {
  return Array.from({ length: campaigns }, (_, n) => `G${n.toString(36).toUpperCase().padStart(3, '0')}`);
}

async function addLeads(db: Db, growth: Growth): Promise<void> {
  const { leads, people, note } = growth;
  const codes = codesOf(growth.campaigns);
  const model = await modelOf(db, growth);
  const firstPerson = people(leads);
  const startMs = Date.now() - UNTIL_MS_AGO - OVER_DAYS * DAY_MS;
  let noted = 0;
  for (let done = 0; done < leads;) {
    const others = Array.from({ length: Math.min(AT_ONCE, leads - done) }, (_, n) => {
      const place = done + n;
      const acceptedMs = startMs + Math.floor((place / leads) * OVER_DAYS * DAY_MS);
      return identityOf(codes[place % codes.length] ?? growth.campaignId, firstPerson + place, acceptedMs);
    });
    await Promise.all(model.map(({ collection, copies }) => insertCopies(collection, copies, others)));
    done += others.length;
    const percent = Math.floor((done / leads) * 100);
    if (percent < noted + NOTED_EVERY_PERCENT) continue;
    noted = percent;
    note(`    ${done.toLocaleString('en-US')} of ${leads.toLocaleString('en-US')} leads written`);
  }
}

async function insertCopies(
  collection: Collection<Keyed>,
  copies: readonly Copy[],
  others: readonly Identity[],
): Promise<void> {
  const now = new Date();
  const documents = others.flatMap((other) => copies.map((copy) => copy(other) as Keyed));
  // Documents that have expired by now would have been deleted long ago.
  const kept = documents.filter(({ expiresAt }) => !(expiresAt instanceof Date) || expiresAt > now);
  if (kept.length > 0) await collection.insertMany(kept, { ordered: false });
}

interface Model {
  readonly collection: Collection<Keyed>;
  readonly copies: readonly Copy[];
}

// All documents of one delivered lead.
async function modelOf(db: Db, { tenantId, campaignId }: Growth): Promise<readonly Model[]> {
  const of = (name: string) => db.collection<Keyed>(name);
  const lead = await of('leads').findOne({ tenantId, campaignId, status: 'delivered' });
  if (!lead) throw new Problem(`No lead of ${campaignId} was delivered that could be copied.`);
  const submissionId = lead['lastSubmissionId'] as string;
  const key = `${tenantId}/${submissionId}`;
  const under = { _id: { $gt: `${key}.`, $lt: `${key}/` } };
  const decisions = await of('decisions').find(under).toArray();
  const claimed = decisions.flatMap(({ decision }) => (decision as { claims?: string[] }).claims ?? []);
  const documents: Readonly<Record<string, readonly Keyed[]>> = {
    leads: [lead],
    submissions: await of('submissions').find({ _id: key }).toArray(),
    decisions,
    attempts: await of('attempts').find(under).toArray(),
    ledger: await of('ledger').find(under).toArray(),
    claims: await of('claims')
      .find({ _id: { $in: claimed.map((id) => `${tenantId}/${id}`) } })
      .toArray(),
  };
  const { lastName } = lead['data'] as { lastName: string };
  const ulids = { leadUlid: ulidOf(lead._id), submissionUlid: ulidOf(submissionId) };
  const original: Identity = {
    texts: textsOf(campaignId, Number(/\d+$/.exec(lastName)?.[0]), ulids),
    acceptedMs: (lead['createdAt'] as Date).getTime(),
  };
  return Object.entries(documents).map(([name, found]) => ({
    collection: of(name),
    copies: found.map((document) => copierOf(document, original)),
  }));
}

function identityOf(campaignId: string, person: number, acceptedMs: number): Identity {
  const time = encodeTime(acceptedMs, 10);
  const serial = String(person).padStart(15, '0');
  const ulids = { leadUlid: `${time}0${serial}`, submissionUlid: `${time}1${serial}` };
  return { texts: textsOf(campaignId, person, ulids), acceptedMs };
}

/** The texts that distinguish two people's documents; longer texts come before those that they contain. */
function textsOf(
  campaignId: string,
  n: number,
  { leadUlid, submissionUlid }: { readonly leadUlid: string; readonly submissionUlid: string },
): readonly string[] {
  const { email, phone, lastName } = JSON.parse(makePerson(campaignId, n)) as Record<string, string>;
  const digits = phone?.slice(2) ?? '';
  const hashOf = (value = '') => createHash('sha256').update(value).digest('base64url').slice(0, 32);
  return [
    ...[leadUlid, leadUlid.toLowerCase(), submissionUlid, hashOf(phone), hashOf(email)],
    ...[email ?? '', digits, lastName ?? '', (lastName ?? '').toLowerCase(), campaignId],
  ];
}

function ulidOf(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}
