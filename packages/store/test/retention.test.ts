import type { RetentionKind } from '@sluice/contracts';
import type { Document } from 'mongodb';
import {
  DAY_MS,
  daysAgo,
  now,
  openRetentionWorld,
  ulidOf,
  type Made,
  type RetentionWorld,
  type Said,
} from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('retention of leads', () => {
  it('deletes a finished lead with everything that is kept about it, and no other tenant’s', async () => {
    await world.aLead({ days: 101 });
    await world.aLead({ days: 101, tenantId: 'other' });
    const others = await world.left('other');
    await world.retain('leads');
    expect(await world.left()).toEqual({});
    expect(await world.left('other')).toEqual(others);
    expect(Object.keys(others)).toHaveLength(9);
  });

  it('keeps what was booked for the lead, without what people wrote', async () => {
    const { leadId, submissionId } = await world.aLead({ days: 101 });
    const at = new Date(0);
    const booked = { minor: -500, currency: 'USD', leadId, submissionId, campaignId: 'ACMRU' };
    const adjustment = {
      ...booked,
      entryId: 'adj_1',
      type: 'adjustment',
      occurredAt: at,
      receivedAt: at,
    } as const;
    const { ledger, returns } = world.stores.forTenant('demo');
    await ledger.book({ ...adjustment, note: 'Ada complained', reference: 'Ada-1' });
    const sold = { ...booked, placedCampaignId: 'ACMRU', clientId: 'cli_acme', soldAt: at, month: '1970-01' };
    const listed = { reason: 'wrong_number', isListedReason: true } as const;
    const returned = { returnId: 'ret_1', status: 'requested', requestedAt: at, receivedAt: at } as const;
    await returns.open({ ...sold, ...listed, ...returned, note: 'Ada complained' });
    await world.retain('leads');
    const left = { ledger: ['demo/adj_1'], returns: [`demo/${submissionId}.return`] };
    expect(await world.left()).toEqual(left);
    expect((await ledger.page({}, 10)).entries).toEqual([adjustment]);
    expect(await returns.ofSale(submissionId)).toEqual({ ...sold, ...listed, ...returned });
  });

  it.each<[string, Said]>([
    ['is younger', { days: 99 }],
    ['is held', { days: 200, status: 'queued', end: { status: 'queued', dueAt: now } }],
    [
      'is on hold',
      {
        days: 200,
        status: 'pending',
        end: { status: 'pending', dueAt: new Date(Date.UTC(7_026, 0, 1)) },
      },
    ],
    ['is in progress', { days: 200, status: 'pending', end: { status: 'pending', dueAt: now } }],
    ['waits for a person', { days: 200, status: 'pending_action', end: { status: 'pending_action' } }],
    ['has an unknown outcome', { days: 200, status: 'failed', end: { reason: 'unknown_outcome' } }],
    ['ended lately', { days: 200, end: { endedAt: daysAgo(3) } }],
  ])('leaves a lead unchanged that %s', async (_what, said) => {
    await world.aLead(said);
    const all = await world.left();
    for (const kind of ['leads', 'submissions', 'decisions', 'attempts'] as const) await world.retain(kind);
    expect(await world.left()).toEqual(all);
  });

  it.each<[string, (made: Made) => Promise<unknown>]>([
    ['an effect is due', ({ submissionId }) => world.makeDue(`${submissionId}.x.pixel`)],
    [
      'the webhook about a message is due',
      async ({ leadId }) => world.makeDue(leadId.replace('lead_', 'msg_') + '.sms.received'),
    ],
    [
      'the webhook about a pixel that a person fired is due',
      async ({ leadId }) => world.makeDue(leadId.replace('lead_', 'evt_') + '.pixel.fired'),
    ],
    [
      'a message was received lately',
      ({ leadId }) =>
        world.db.collection('messages').updateOne({ leadId }, { $set: { updatedAt: now.toISOString() } }),
    ],
    [
      'a person changed it lately',
      ({ leadId }) =>
        world.db
          .collection<Document>('leads')
          .updateOne({ _id: `demo/${leadId}` as never }, { $set: { updatedAt: now } }),
    ],
  ])('leaves a lead as it is of which %s', async (_what, change) => {
    await change(await world.aLead({ days: 200 }));
    const all = await world.left();
    await world.retain('leads');
    expect(await world.left()).toEqual(all);
  });

  it('spares a lead that is submitted again after it was chosen', async () => {
    const { leadId } = await world.aLead({ days: 200 });
    const chosen = await world.stores.forTenant('demo').leads.find(leadId);
    const { lastSubmissionId, updatedAt } = chosen ?? {};
    await world.db.collection<Document>('retention').insertOne({
      _id: 'demo' as never,
      n: 1,
      slice: { phase: 'choose', leads: [{ key: `demo/${leadId}`, lastSubmissionId, updatedAt }] },
    });
    expect(
      await world.stores.forTenant('demo').leads.addSubmission(leadId, 0, `sub_${ulidOf(now)}`, {}),
    ).toBe(true);
    const all = await world.left();
    await world.stores.forTenant('demo').retention.finishBegun();
    expect(await world.left()).toEqual(all);
  });
});

describe('retention of parts', () => {
  it('deletes a finished submission with its decisions, attempts and effects, and keeps the lead', async () => {
    const { leadId } = await world.aLead({ days: 101 });
    await world.retain('submissions');
    const { effects, ...others } = await world.left();
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
    await world.aLead({ days: 101 });
    await world.aLead({ days: 99 });
    const all = await world.left();
    await world.retain(kind);
    const rest = await world.left();
    const gone = Object.entries(all).map(
      ([name, keys]) => [name, keys.length - (rest[name]?.length ?? 0)] as const,
    );
    expect(Object.fromEntries(gone.filter(([, count]) => count > 0))).toEqual(expected);
    expect((await world.stores.forTenant('demo').retention.totals()).deleted).toEqual(expected);
  });

  it('deletes an old interaction whose id says nothing of its age, and keeps a young one', async () => {
    const { leadId } = await world.aLead({ days: 400 });
    const { interactions } = world.stores.forTenant('demo');
    const record = (externalId: string, days: number) =>
      interactions.record(
        {
          leadId,
          externalId,
          newInteractionId: '',
          change: externalId,
          given: { type: 'call' },
          beginnings: { status: 'completed' },
        },
        daysAgo(days),
      );
    const young = await record('young', 99);
    // Their ids are hashes: before and after every time.
    for (let n = 0; n < 8; n += 1) await record(`old ${n}`, 101);
    await world.retain('messages');
    expect(await world.leftIn('interactions')).toEqual([`demo/${young!.interaction.interactionId}`]);
  });

  it.each([
    ['messages', 'msg_', 'sms.received'],
    ['effects', 'evt_', 'pixel.fired'],
  ] as const)(
    'of the kind %s keeps a record until the webhook about it is over, so that both are deleted',
    async (kind, prefix, event) => {
      const { leadId } = await world.aLead({ days: 101 });
      const id = leadId.replace('lead_', prefix);
      await world.makeDue(`${id}.${event}`);
      await world.retain(kind);
      const kept = await world.left();
      const all = [...(kept['effects'] ?? []), ...(kept['messages'] ?? [])];
      expect(all).toEqual(expect.arrayContaining([`demo/${id}`, `demo/${id}.${event}`]));
      await world.stores.forTenant('demo').effects.progress(`${id}.${event}`, { status: 'done' }, now);
      await world.retain(kind);
      expect(JSON.stringify(await world.left())).not.toContain(id);
    },
  );

  it('gets past more unfinished records than one slice reads', async () => {
    for (let n = 0; n < 12; n += 1)
      await world.db.collection<Document>('submissions').insertMany(
        Array.from({ length: 10 }, () => ({
          _id: `demo/sub_${ulidOf(daysAgo(300))}` as never,
          tenantId: 'demo',
          leadId: 'lead_1',
          status: 'queued',
          dueAt: now,
        })),
      );
    await world.aLead({ days: 101 });
    await world.retain('submissions');
    expect((await world.left())['submissions']).toHaveLength(120);
  });
});

describe('retention of the audit', () => {
  it('deletes only the entries of its tenant', async () => {
    const entry = (tenantId?: string, days = 101) =>
      world.stores.audit.begin({
        at: daysAgo(days),
        who: 'x',
        from: 'x',
        what: 'x',
        ...(tenantId && { tenantId }),
      });
    const [, ...stay] = [await entry('demo'), await entry('other'), await entry(), await entry('demo', 99)];
    await world.retain('audit');
    const found = await world.db.collection('audit').find().toArray();
    expect(found.map(({ _id }) => String(_id)).sort()).toEqual([...stay].sort());
  });
});

describe('expired records', () => {
  it('are dropped in batches, the remaining ones by further calls', async () => {
    const expired = (n: number, at: Date) => ({ _id: `demo/${n}` as never, tenantId: 'demo', expiresAt: at });
    await world.db
      .collection<Document>('claims')
      .insertMany(Array.from({ length: 2_100 }, (_, n) => expired(n, daysAgo(1 + (n % 5)))));
    await world.db.collection<Document>('claims').insertOne(expired(9_999, new Date(Date.now() + DAY_MS)));
    expect(await world.stores.due.dropExpired(0)).toEqual({ dropped: 1_000, more: true });
    expect(await world.stores.due.dropExpired()).toEqual({ dropped: 1_100, more: false });
    expect(await world.db.collection('claims').countDocuments()).toBe(1);
  });
});
