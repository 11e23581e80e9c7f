import type { Document } from 'mongodb';
import { storeDb } from '../src/registry/collections.js';
import { finishedLeads } from '../src/removal/finished-leads.js';
import { RemovalStore } from '../src/removal/removal-store.js';
import { duringTests, endingAt } from '@sluice/testing';
import { DAY_MS, daysAgo, now, openOldLeads, ulidOf, type Made, type Said } from './old-leads.js';

const world = duringTests(openOldLeads);
beforeEach(() => world.emptyDatabase());

describe('retention of leads', () => {
  it('deletes a finished lead with everything that is kept about it, and no other tenant’s', async () => {
    await world.aLead({ days: 101 });
    await world.aLead({ days: 101, tenantId: 'other' });
    const others = await world.left('other');
    await world.retain('leads');
    expect(await world.left()).toEqual({});
    expect(await world.left('other')).toEqual(others);
    expect(Object.keys(others)).toHaveLength(10);
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
    await world.retain('leads');
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
    const { leads, retention } = world.stores.forTenant('demo');
    let all: unknown;
    const submitAgain = async () => {
      expect(await leads.addSubmission(leadId, 0, `sub_${ulidOf(now)}`, {})).toBe(true);
      all = await world.left();
    };
    await retention.walks('leads')[0]?.deleteSlice(daysAgo(100), undefined, submitAgain);
    expect(await world.left()).toEqual(all);
  });

  it('refuses a submission of a lead from the moment when it is marked', async () => {
    const { leadId } = await world.aLead({ days: 200 });
    const { leads, removal } = world.stores.forTenant('demo');
    const { leads: going } = await finishedLeads(storeDb(world.db), {
      tenantId: 'demo',
      before: daysAgo(100),
      after: undefined,
      limit: 10,
    });
    // It dies right after the mark.
    const ending = storeDb(endingAt(world.db, 1).db);
    const dying = new RemovalStore(ending, world.stores.clock, 'demo').deleteUnchanged(going);
    await expect(dying).rejects.toThrow('killed');
    expect(await leads.addSubmission(leadId, 1, `sub_${ulidOf(now)}`, {})).toBe(false);
    expect(await removal.removeLate(leadId)).toBe(true);
    expect(await world.left()).toEqual({});
  });

  it('removes what a frozen request writes about a lead after its deletion', async () => {
    const { leadId } = await world.aLead({ days: 101 });
    await world.retain('leads');
    const of = world.stores.forTenant('demo');
    const effect = {
      leadId,
      submissionId: 'sub_x',
      eventId: 'evt_1',
      campaignId: 'ACMRU',
      kind: 'call',
      body: { interactionId: 'int_1' },
    } as const;
    await of.effects.plan({ ...effect, effectId: 'evt_x', trigger: 'explicit' }, now, now);
    expect(await of.removal.removeLate(leadId)).toBe(true);
    expect(await world.left()).toEqual({});
  });

  it('keeps an erasure on record when the erased lead is deleted later', async () => {
    const { leadId } = await world.aLead({ days: 101 });
    const { removal } = world.stores.forTenant('demo');
    await removal.erase(leadId);
    await world.retain('leads');
    expect(await world.left()).toEqual({ erasures: [`demo/${leadId}`] });
    expect(await removal.erasureOf(leadId)).toBeDefined();
  });

  it('gets past more unfinished leads than one slice reads', async () => {
    const unfinished = Array.from({ length: 510 }, () => ({
      _id: `demo/lead_${ulidOf(daysAgo(300))}` as never,
      tenantId: 'demo',
      status: 'queued',
      updatedAt: daysAgo(300),
      data: {},
    }));
    await world.db.collection<Document>('leads').insertMany(unfinished);
    await world.aLead({ days: 101 });
    await world.retain('leads');
    expect((await world.left())['leads']).toHaveLength(510);
  });
});

describe('retention of messages', () => {
  it('deletes messages alone, and counts them', async () => {
    await world.aLead({ days: 101 });
    await world.aLead({ days: 99 });
    const all = await world.left();
    await world.retain('messages');
    const rest = await world.left();
    const gone = Object.entries(all).map(
      ([name, keys]) => [name, keys.length - (rest[name]?.length ?? 0)] as const,
    );
    const expected = { messages: 1, effects: 2, attempts: 1, interactions: 1, conversations: 1 };
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

  it('keeps a message until the webhook about it is over, so that both are deleted', async () => {
    const { leadId } = await world.aLead({ days: 101 });
    const id = leadId.replace('lead_', 'msg_');
    await world.makeDue(`${id}.sms.received`);
    await world.retain('messages');
    const kept = await world.left();
    const all = [...(kept['effects'] ?? []), ...(kept['messages'] ?? [])];
    expect(all).toEqual(expect.arrayContaining([`demo/${id}`, `demo/${id}.sms.received`]));
    await world.stores.forTenant('demo').effects.progress(`${id}.sms.received`, { status: 'done' }, now);
    await world.retain('messages');
    expect(JSON.stringify(await world.left())).not.toContain(id);
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
    await world.retain('messages');
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
