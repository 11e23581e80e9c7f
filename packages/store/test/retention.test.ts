import type { RetentionKind, SubmissionRecord } from '@sluice/contracts';
import { accepted, aSubmission, testBackends, type TestBackends } from '@sluice/testing';
import { MongoClient, type Db, type Document } from 'mongodb';
import { openStores, type Stores } from '../src/index.js';
import { RetentionStore } from '../src/retention/retention-store.js';
import { ulidTime } from '../src/ulid-time.js';
import { endingAt } from './ending-at.js';

let backends: TestBackends;
let stores: Stores;
let client: MongoClient;
let db: Db;
beforeAll(async () => {
  backends = await testBackends();
  stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  client = new MongoClient(backends.mongodbUrl);
  db = client.db(new URL(backends.mongodbUrl).pathname.slice(1));
}, 60_000);
afterAll(async () => {
  await client.close();
  await stores.close();
  await backends.stop();
});
beforeEach(async () => {
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  await Promise.all(
    names.filter((name) => name !== 'migrations').map((name) => db.collection<Document>(name).deleteMany({})),
  );
});

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const before = daysAgo(100);

let minted = 0;
/** The last part of an id minted at that time. */
function ulidOf(at: Date): string {
  return ulidTime(at.getTime()) + String((minted += 1)).padStart(16, '0');
}

interface Made {
  readonly leadId: string;
  readonly submissionId: string;
}

interface Said {
  readonly days: number;
  readonly tenantId?: string;
  readonly end?: Partial<SubmissionRecord> & Document;
  readonly status?: string;
}

/** A lead that was delivered this many days ago, with data in every collection. */
async function aLead({ days, tenantId = 'demo', end = {}, status = 'delivered' }: Said): Promise<Made> {
  const at = daysAgo(days);
  const ulid = ulidOf(at);
  const about = { leadId: `lead_${ulid}`, submissionId: `sub_${ulid}` };
  await stores.accept(accepted(aSubmission({ ...about, tenantId, acceptedAt: at })));
  const placement = { campaignId: 'ACMRU', clientId: 'cli_acme', at };
  await db.collection<Document>('submissions').updateOne(
    { _id: `${tenantId}/${about.submissionId}` as never },
    {
      $set: { status: 'delivered', endedAt: at, placement, ...end },
      ...(!end.dueAt && { $unset: { dueAt: '' } }),
    },
  );
  await db
    .collection<Document>('leads')
    .updateOne({ _id: `${tenantId}/${about.leadId}` as never }, { $set: { status, ended: true } });
  const of = stores.forTenant(tenantId);
  await of.journal.record(about, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  await of.attempts.claim(about.submissionId, { n: 1, url: '', startedAt: at, leaseUntil: at });
  const effect = { ...about, eventId: 'evt_1', campaignId: 'ACMRU', body: {}, kind: 'pixel' } as const;
  const plan = (effectId: string, trigger: string) =>
    of.effects.plan({ ...effect, effectId, trigger }, at, undefined);
  await plan(`${about.submissionId}.x.pixel`, 'x');
  await plan(`${about.leadId}.rule`, 'x');
  await plan(`evt_${ulid}`, 'explicit');
  await plan(`evt_${ulid}.pixel.fired`, 'x');
  await plan(`msg_${ulid}.sms.received`, 'x');
  await db.collection('effects').updateMany({ leadId: about.leadId }, { $set: { endedAt: at } });
  await of.files.upsert(
    { leadId: about.leadId, fileKey: 'a' },
    {},
    { fileId: `file_${ulid}`, provider: 'manual_upload', status: 'signed' },
    at,
  );
  const interactionId = await of.interactions.openConversation(
    { interactionId: `int_${ulid}`, leadId: about.leadId, type: 'sms', status: 'in_progress' },
    at,
  );
  await of.messages.add({
    messageId: `msg_${ulid}`,
    ...{ leadId: about.leadId, interactionId, direction: 'outbound', provider: 'console' },
    ...{ to: '+14155550188', message: 'Hello', status: 'delivered' },
    ...{ createdAt: at.toISOString(), updatedAt: at.toISOString() },
  });
  await plan(`msg_${ulid}`, 'sms');
  await of.attempts.claim(`msg_${ulid}`, { n: 1, url: '', startedAt: at, leaseUntil: at });
  return about;
}

async function makeDue(effectId: string): Promise<void> {
  const due = { $set: { status: 'due', dueAt: now } };
  await db.collection<Document>('effects').updateOne({ _id: `demo/${effectId}` as never }, due);
}

const announced = async () => undefined;

/** Deletes the records of one kind older than `before`, as a pass of the sweep does. */
async function retain(kind: RetentionKind, store = stores.forTenant('demo').retention): Promise<void> {
  await store.finishBegun();
  for (const { deleteSlice } of store.walks(kind)) {
    let after: string | undefined;
    do ({ after } = await deleteSlice(before, after, announced));
    while (after !== undefined);
  }
}

// Counted results are kept.
const kept = [
  'figures',
  'campaignDays',
  'forgottenPlacements',
  'retention',
  'migrations',
  'migrationLease',
  'leases',
];

/** The keys of all remaining documents by collection, except the collections about retention. */
async function left(tenantId = 'demo'): Promise<Record<string, string[]>> {
  const names = (await db.listCollections().toArray())
    .map(({ name }) => name)
    .filter((name) => !kept.includes(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const documents = await db
        .collection(name)
        .find({}, { projection: { _id: 1 } })
        .toArray();
      return [
        name,
        documents.map(({ _id }) => String(_id)).filter((key) => key.startsWith(`${tenantId}/`)),
      ] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, keys]) => keys.length > 0));
}

const lifetime = {
  counter: 'campaign.ACMRU.lifetime.all',
  cap: 1_000,
  owner: { campaignId: 'ACMRU' },
  periodStart: new Date(0),
};
const placed = () => stores.forTenant('demo').slots.placed(lifetime);

describe('the count of a campaign’s placements on a day', () => {
  const dayOf = (days: number) => {
    const from = new Date(`${daysAgo(days).toISOString().slice(0, 10)}T00:00:00Z`);
    return { day: from.toISOString().slice(0, 10), from, to: new Date(from.getTime() + DAY_MS) };
  };
  const placedOn = (days: number) => stores.forTenant('demo').campaignDays.read('ACMRU', dayOf(days));

  it('stays unchanged when its leads are deleted', async () => {
    await aLead({ days: 110 });
    expect(await placedOn(110)).toMatchObject({ placed: 1 });
    await retain('leads');
    await db.collection('campaignDays').updateMany({}, { $set: { at: daysAgo(110), tookMs: 0 } });
    const after = await placedOn(110);
    expect([after.placed, after.partial]).toEqual([1, undefined]);
  });

  it.each(['leads', 'submissions'] as const)(
    'is marked as partial when first made after its %s are deleted',
    async (kind) => {
      await aLead({ days: 110 });
      await aLead({ days: 90 });
      await retain(kind);
      expect(await placedOn(110)).toMatchObject({ placed: 0, partial: true });
      expect(await placedOn(110)).toMatchObject({ placed: 0, partial: true });
      const whole = await placedOn(90);
      expect([whole.placed, whole.partial]).toEqual([1, undefined]);
    },
  );

  it('is not partial if nothing was deleted', async () => {
    await aLead({ days: 90 });
    await retain('leads');
    expect((await placedOn(110)).partial).toBeUndefined();
  });
});

describe('retention of leads', () => {
  it('deletes a finished lead with everything that is kept about it, and no other tenant’s', async () => {
    await aLead({ days: 101 });
    await aLead({ days: 101, tenantId: 'other' });
    const others = await left('other');
    await retain('leads');
    expect(await left()).toEqual({});
    expect(await left('other')).toEqual(others);
    expect(Object.keys(others)).toHaveLength(9);
  });

  it.each<[string, Said]>([
    ['is younger', { days: 99 }],
    ['is held', { days: 200, status: 'queued', end: { status: 'queued', dueAt: now } }],
    ['is in progress', { days: 200, status: 'pending', end: { status: 'pending', dueAt: now } }],
    ['waits for a person', { days: 200, status: 'pending_action', end: { status: 'pending_action' } }],
    ['has an unknown outcome', { days: 200, status: 'failed', end: { reason: 'unknown_outcome' } }],
    ['ended lately', { days: 200, end: { endedAt: daysAgo(3) } }],
  ])('leaves a lead unchanged that %s', async (_what, said) => {
    await aLead(said);
    const all = await left();
    for (const kind of ['leads', 'submissions', 'decisions', 'attempts'] as const) await retain(kind);
    expect(await left()).toEqual(all);
  });

  it.each<[string, (made: Made) => Promise<unknown>]>([
    ['an effect is due', ({ submissionId }) => makeDue(`${submissionId}.x.pixel`)],
    [
      'the webhook about a message is due',
      async ({ leadId }) => makeDue(leadId.replace('lead_', 'msg_') + '.sms.received'),
    ],
    [
      'the webhook about a pixel that a person fired is due',
      async ({ leadId }) => makeDue(leadId.replace('lead_', 'evt_') + '.pixel.fired'),
    ],
    [
      'a message was received lately',
      ({ leadId }) =>
        db.collection('messages').updateOne({ leadId }, { $set: { updatedAt: now.toISOString() } }),
    ],
    [
      'a person changed it lately',
      ({ leadId }) =>
        db
          .collection<Document>('leads')
          .updateOne({ _id: `demo/${leadId}` as never }, { $set: { updatedAt: now } }),
    ],
  ])('leaves a lead as it is of which %s', async (_what, change) => {
    await change(await aLead({ days: 200 }));
    const all = await left();
    await retain('leads');
    expect(await left()).toEqual(all);
  });

  it('spares a lead that is submitted again after it was chosen', async () => {
    const { leadId } = await aLead({ days: 200 });
    const chosen = await stores.forTenant('demo').leads.find(leadId);
    const { lastSubmissionId, updatedAt } = chosen ?? {};
    await db.collection<Document>('retention').insertOne({
      ...{ _id: 'demo' as never, n: 1 },
      slice: { phase: 'choose', leads: [{ key: `demo/${leadId}`, lastSubmissionId, updatedAt }] },
    });
    expect(await stores.forTenant('demo').leads.addSubmission(leadId, 0, `sub_${ulidOf(now)}`, {})).toBe(
      true,
    );
    const all = await left();
    await stores.forTenant('demo').retention.finishBegun();
    expect(await left()).toEqual(all);
  });
});

describe('retention of parts', () => {
  it('deletes a finished submission with its decisions, attempts and effects, and keeps the lead', async () => {
    const { leadId } = await aLead({ days: 101 });
    await retain('submissions');
    const { effects, ...others } = await left();
    expect(Object.keys(others).sort()).toEqual([
      'attempts',
      'conversations',
      'files',
      'interactions',
      'leads',
      'messages',
    ]);
    expect(others['attempts']).toHaveLength(1);
    // An effect that occurs once per lead must not occur again.
    expect(effects).toContain(`demo/${leadId}.rule`);
  });

  it.each<[RetentionKind, Record<string, number>]>([
    ['decisions', { decisions: 1 }],
    ['attempts', { attempts: 1 }],
    ['effects', { effects: 3 }],
    ['messages', { messages: 1, effects: 2, attempts: 1, interactions: 1, conversations: 1 }],
  ])('deletes %s of finished submissions alone, and counts them', async (kind, expected) => {
    await aLead({ days: 101 });
    await aLead({ days: 99 });
    const all = await left();
    await retain(kind);
    const rest = await left();
    const gone = Object.entries(all).map(
      ([name, keys]) => [name, keys.length - (rest[name]?.length ?? 0)] as const,
    );
    expect(Object.fromEntries(gone.filter(([, count]) => count > 0))).toEqual(expected);
    expect((await stores.forTenant('demo').retention.totals()).deleted).toEqual(expected);
  });

  it.each([
    ['messages', 'msg_', 'sms.received'],
    ['effects', 'evt_', 'pixel.fired'],
  ] as const)(
    'of the kind %s keeps a record until the webhook about it is over, so that both are deleted',
    async (kind, prefix, event) => {
      const { leadId } = await aLead({ days: 101 });
      const id = leadId.replace('lead_', prefix);
      await makeDue(`${id}.${event}`);
      await retain(kind);
      const kept = await left();
      const all = [...(kept['effects'] ?? []), ...(kept['messages'] ?? [])];
      expect(all).toEqual(expect.arrayContaining([`demo/${id}`, `demo/${id}.${event}`]));
      await stores.forTenant('demo').effects.progress(`${id}.${event}`, { status: 'done' }, now);
      await retain(kind);
      expect(JSON.stringify(await left())).not.toContain(id);
    },
  );

  it('gets past more unfinished records than one slice reads', async () => {
    for (let n = 0; n < 12; n += 1)
      await db.collection<Document>('submissions').insertMany(
        Array.from({ length: 10 }, () => ({
          ...{ _id: `demo/sub_${ulidOf(daysAgo(300))}` as never, tenantId: 'demo', leadId: 'lead_1' },
          ...{ status: 'queued', dueAt: now },
        })),
      );
    await aLead({ days: 101 });
    await retain('submissions');
    expect((await left())['submissions']).toHaveLength(120);
  });
});

describe('retention of the audit', () => {
  it('deletes only the entries of its tenant', async () => {
    const entry = (tenantId?: string, days = 101) =>
      stores.audit.begin({
        at: daysAgo(days),
        who: 'x',
        from: 'x',
        what: 'x',
        ...(tenantId && { tenantId }),
      });
    const [, ...stay] = [await entry('demo'), await entry('other'), await entry(), await entry('demo', 99)];
    await retain('audit');
    const found = await db.collection('audit').find().toArray();
    expect(found.map(({ _id }) => String(_id)).sort()).toEqual([...stay].sort());
  });
});

describe('a cap for a lifetime', () => {
  it('counts the placements whose submissions were deleted, even in a counter that is founded afterwards', async () => {
    for (const days of [101, 102, 99]) await aLead({ days });
    await retain('submissions');
    for (const days of [103, 104, 98]) await aLead({ days });
    await retain('leads');
    expect((await left())['submissions']).toHaveLength(2);
    expect(await placed()).toBe(6);
    const { slots } = stores.forTenant('demo');
    expect((await slots.reserve('a', [{ ...lifetime, cap: 7 }])).granted).toBe(true);
    expect((await slots.reserve('b', [{ ...lifetime, cap: 7 }])).granted).toBe(false);
  });
});

describe.each(['leads', 'submissions'] as const)('a deletion of %s', (kind) => {
  it('that is interrupted at any of its writes is finished by the next process, and every placement counts exactly once', async () => {
    for (let writes = 0; ; writes += 1) {
      await db.collection('retention').deleteMany({});
      await db.collection('forgottenPlacements').deleteMany({});
      await aLead({ days: 101 });
      await aLead({
        days: 101,
        end: { placement: { campaignId: 'OTHER', clientId: 'cli_acme', at: daysAgo(101) } },
      });
      const ending = endingAt(db, writes);
      await retain(kind, new RetentionStore(ending.db, 'demo')).catch((error: unknown) => {
        if (!String(error).includes('killed')) throw error;
      });
      expect(await placed()).toBe(1);
      await retain(kind);
      expect(await placed()).toBe(1);
      expect((await left())['submissions']).toBeUndefined();
      if (kind === 'leads') expect(await left()).toEqual({});
      else await db.collection('leads').deleteMany({});
      if (!ending.reached()) return expect(writes).toBeGreaterThan(8);
      for (const name of Object.keys(await left())) await db.collection(name).deleteMany({});
    }
  }, 60_000);

  it('by several processes at once deletes and counts everything once', async () => {
    for (let n = 0; n < 30; n += 1) await aLead({ days: 101 + n });
    await Promise.all([1, 2, 3].map(() => retain(kind)));
    await retain(kind);
    expect((await left())['submissions']).toBeUndefined();
    expect(await placed()).toBe(30);
  });
});

describe('expired records', () => {
  it('are dropped in batches, the remaining ones by further calls', async () => {
    const expired = (n: number, at: Date) => ({ _id: `demo/${n}` as never, tenantId: 'demo', expiresAt: at });
    await db
      .collection<Document>('claims')
      .insertMany(Array.from({ length: 2_100 }, (_, n) => expired(n, daysAgo(1 + (n % 5)))));
    await db.collection<Document>('claims').insertOne(expired(9_999, new Date(Date.now() + DAY_MS)));
    expect(await stores.due.dropExpired(0)).toEqual({ dropped: 1_000, more: true });
    expect(await stores.due.dropExpired()).toEqual({ dropped: 1_100, more: false });
    expect(await db.collection('claims').countDocuments()).toBe(1);
  });
});
