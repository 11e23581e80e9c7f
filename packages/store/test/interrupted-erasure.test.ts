import { accepted, aSubmission, duringTests, endingAt } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { claimId } from '../src/index.js';
import { entries, storeDb } from '../src/registry/collections.js';
import { RemovalStore } from '../src/removal/removal-store.js';

const world = duringTests(openWorld);
beforeEach(() => world.emptyDatabase());

const now = new Date('2026-11-21T12:00:00Z');
const data = { firstName: 'Canarina', email: 'canarina@example.org', phone: '+14155550188' };
const personal = /canarina|4155550188/i;
const source = { supplierId: 'sup_1', sentTo: 'ACMRU', subIds: { subId1: 'site-17', subId2: data.phone } };

/** A lead with data in every collection. */
async function aWholeLead(n: string): Promise<void> {
  const of = world.stores.forTenant('demo');
  const about = { leadId: `lead_${n}`, submissionId: `sub_${n}` };
  const { leadId, submissionId } = about;
  const submission = aSubmission({
    ...about,
    ...source,
    data,
    deliveryInfo: { url: `https://a.example/${data.email}` },
  });
  await world.stores.accept(accepted(submission));
  const trace = [{ looked: 'condition', verdict: 'matched' as const, values: { found: data.email } }];
  const claim = claimId('ACMRU', 'phone', data.phone);
  const lookups = { lk_1: { at: now, fields: { owner: data.firstName } } };
  await of.journal.record(
    about,
    'qualification',
    0,
    { kind: 'qualified', trace, claims: [claim], lookups },
    now,
  );
  await of.duplicateClaims.take(claim, about, now, new Date(now.getTime() + 1e9));
  await of.attempts.claim(
    { submissionId, generation: 0 },
    {
      n: 1,
      url: 'https://a.example/x',
      startedAt: now,
      leaseUntil: now,
    },
  );
  const outcome = { kind: 'accepted', endedAt: now, durationMs: 1, answer: data.email } as const;
  await of.attempts.conclude({ submissionId, generation: 0 }, 1, outcome);
  const effect = { ...about, eventId: 'evt_1', campaignId: 'ACMRU', body: { message: data as never } };
  await of.effects.plan(
    { ...effect, effectId: `${submissionId}.x.webhook`, kind: 'webhook', trigger: 'x' },
    now,
    now,
  );
  await of.effects.plan({ ...effect, effectId: `evt_${n}`, kind: 'action', trigger: 'explicit' }, now, now);
  const file = {
    fileName: data.firstName,
    fileType: 'pdf',
    documentUrl: `https://a.example/${data.firstName}`,
  };
  await of.files.upsert(
    { leadId, fileKey: 'a' },
    file,
    { fileId: 'file_1', provider: 'manual_upload', status: 'pending' },
    now,
  );
  const interactionId = await of.interactions.openConversation(
    { interactionId: `int_${n}`, leadId, type: 'sms', status: 'in_progress', phone: data.phone },
    now,
  );
  await of.messages.add({
    messageId: `msg_${n}`,
    leadId,
    interactionId,
    direction: 'outbound',
    provider: 'console',
    to: data.phone,
    message: data.firstName,
    status: 'queued',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
  await of.ledger.book({
    entryId: `adj_${n}`,
    type: 'adjustment',
    minor: -1250,
    currency: 'USD',
    ...about,
    ...source,
    campaignId: 'ACMRU',
    occurredAt: now,
    receivedAt: now,
    note: `${data.firstName} complained`,
    reference: data.phone,
  });
  await of.returns.open({
    returnId: `ret_${n}`,
    status: 'opening',
    minor: 4250,
    currency: 'USD',
    ...about,
    ...source,
    campaignId: 'ACMRU',
    placedCampaignId: 'ACMRU',
    clientId: 'cli_acme',
    soldAt: now,
    month: '2026-01',
    reason: `${data.firstName} never answers`,
    note: `${data.firstName} complained`,
    requestedAt: now,
    receivedAt: now,
  });
  await of.messages.optOut(data.phone, `msg_${n}`, now);
  await of.lookupAnswers.keep(`lk_1.${n}`, leadId, { at: now, fields: { name: data.firstName } }, now);
  await of.idempotency.claim(`POST /x ${data.email}`, 'hash', [n], now);
  await of.conclusions.close(submissionId, {
    end: { status: 'rejected', reason: data.firstName, endedAt: now },
  });
  await of.leads.recordStatus(leadId, {
    status: 'rejected',
    ended: true,
    reason: data.firstName,
    submissionId,
    at: now,
  });
}

/** The collections that an erasure changes and of which the lead above has nothing: nothing would be proved about them. */
async function withoutDocument(): Promise<readonly string[]> {
  const about = entries
    .filter(([, { ofLeads, erasure }]) => ofLeads !== 'none' && erasure !== 'kept')
    .map(([name]) => name);
  const counts = await Promise.all(about.map((name) => world.db.collection(name).countDocuments()));
  return about.filter((_, n) => counts[n] === 0);
}

async function held(): Promise<string> {
  const names = (await world.db.listCollections().toArray()).map(({ name }) => name);
  return JSON.stringify(await Promise.all(names.map((name) => world.db.collection(name).find().toArray())));
}

it('an erasure that is interrupted at any of its writes, once the lead is marked, is completed by the next pass of retention', async () => {
  let writes = 0;
  for (; ; writes += 1) {
    await aWholeLead(`${writes}`);
    expect(await held()).toMatch(personal);
    expect(await withoutDocument()).toEqual([]);
    const ending = endingAt(world.db, writes);
    const interrupted = await new RemovalStore(storeDb(ending.db), world.stores.clock, 'demo')
      .erase(`lead_${writes}`)
      .then(
        () => false,
        (error: unknown) => String(error).includes('killed'),
      );
    expect(interrupted).toBe(ending.reached());
    const { removal, retention } = world.stores.forTenant('demo');
    // Until the mark, nothing has happened.
    if (writes === 0) await removal.erase(`lead_${writes}`);
    await retention.finishMarked();
    expect(await removal.erasureOf(`lead_${writes}`)).toBeDefined();
    expect(await retention.totals()).toEqual({ deleted: {} });
    expect(await held()).not.toMatch(personal);
    if (!ending.reached()) break;
  }
  expect(writes).toBeGreaterThan(12);
  expect(await world.db.collection('leads').countDocuments({ removal: { $exists: true } })).toBe(0);
  // What was booked stays, without its note.
  const { entries } = await world.stores.forTenant('demo').ledger.page({ leadId: 'lead_0' }, 10);
  const site = { supplierId: 'sup_1', subIds: { subId1: 'site-17' } };
  expect(entries).toMatchObject([{ entryId: 'adj_0', minor: -1250, currency: 'USD', ...site }]);
  expect(entries[0]).not.toHaveProperty('note');
  const { leads, submissions } = world.stores.forTenant('demo');
  expect(await leads.find('lead_0')).toMatchObject(site);
  expect(await submissions.find('sub_0')).toMatchObject(site);
  expect(await world.stores.forTenant('demo').returns.ofSale('sub_0')).toMatchObject({
    minor: 4250,
    reason: 'erased',
  });
}, 60_000);

it('an erasure cancels due effects, and a worker that runs one writes nothing back', async () => {
  await aWholeLead('late');
  const { effects, removal } = world.stores.forTenant('demo');
  await removal.erase('lead_late');
  const attempt = { at: now, durationMs: 1, outcome: 'retry', answer: data.email } as const;
  await effects.progress('sub_late.x.webhook', { status: 'due', attempt, dueAt: now }, now);
  expect(await effects.find('sub_late.x.webhook')).toMatchObject({
    status: 'skipped',
    reason: 'erased',
    body: {},
    attempts: [],
  });
});

it('an erasure changes no other lead and no other tenant’s lead', async () => {
  await aWholeLead('a');
  await aWholeLead('b');
  const before = await world.stores.forTenant('demo').leads.find('lead_b');
  await world.stores.forTenant('other').removal.erase('lead_b');
  await world.stores.forTenant('demo').removal.erase('lead_a');
  expect(await world.stores.forTenant('demo').leads.find('lead_b')).toEqual(before);
  const { messages, files, effects } = world.stores.forTenant('demo');
  expect(await messages.find('msg_b')).toMatchObject({ to: data.phone });
  expect(await files.ofLead('lead_b', now)).toHaveLength(1);
  expect((await effects.find('evt_b'))?.status).toBe('due');
});

it('a number that opted out stays opted out of its tenant after an erasure, until it opts in', async () => {
  await aWholeLead('stop');
  const { removal, messages } = world.stores.forTenant('demo');
  await removal.erase('lead_stop');
  expect(await messages.hasOptedOut(data.phone)).toBe(true);
  expect(await world.stores.forTenant('other').messages.hasOptedOut(data.phone)).toBe(false);
  await messages.optIn(data.phone, 'msg_start', now);
  expect(await messages.hasOptedOut(data.phone)).toBe(false);
});
