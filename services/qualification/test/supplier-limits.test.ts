import {
  countName,
  supplierSlotName,
  type QualificationDecision,
  type SubmissionRecord,
  type Supplier,
} from '@sluice/contracts';
import { auditCounts, endIfWaiting } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aStoredSupplier,
  aSubmission,
  duringTests,
  putItem,
  putTenant,
  testPhone,
  zoneAtNoon,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { qualificationStage } from '../src/qualification-stage.js';

const world = duringTests(openWorld);
const zone = zoneAtNoon(new Date());
const mine = () => world.core.stores.forTenant('demo');
const now = () => world.core.stores.clock.now();

beforeAll(async () => {
  await putTenant(world.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: { timezone: zone } });
  await putItem(mine().clients, 'cli_1', aStoredClient({ clientId: 'cli_1' }));
  const settings = { dedupeEnabled: true, dedupeFields: ['phone'] };
  const campaign = aStoredCampaign({ campaignId: 'ACMRU', clientId: 'cli_1', settings });
  await putItem(mine().campaigns, 'ACMRU', campaign);
});

/** A supplier that is paid 12 dollars a lead. */
async function aSupplier(said: Partial<Supplier> = {}): Promise<Supplier> {
  const supplier = aStoredSupplier({ cost: { mode: 'per_lead', amount: 12, currency: 'USD' }, ...said });
  await putItem(mine().suppliers, supplier.supplierId, supplier);
  return supplier;
}

let people = 0;
async function sent(
  { supplierId }: Supplier,
  said: Partial<SubmissionRecord> = {},
): Promise<SubmissionRecord> {
  people += 1;
  const of = { supplierId, sentTo: 'ACMRU', data: { phone: testPhone(500 + people) } };
  const submission = aSubmission({
    submissionId: newId('submission'),
    acceptedAt: now(),
    ...of,
    ...said,
  });
  await world.core.stores.accept(accepted(submission));
  return submission;
}

const qualify = ({ tenantId, submissionId }: SubmissionRecord, first = true) =>
  qualificationStage.run({ tenantId, submissionId, generation: 0 }, world.core, { first });
const decisionOf = ({ submissionId }: SubmissionRecord) =>
  mine().journal.find(submissionId, 'qualification', 0);
const counted = async ({ supplierId }: Supplier) => {
  const _id = `demo/${countName({ supplierId })}`;
  const found = await world.db.collection<{ _id: string }>('counts').findOne({ _id });
  return found as unknown as Record<string, { placed: number }> & { open: unknown[]; taken: unknown[] };
};
const costsOf = async ({ supplierId }: Supplier) =>
  (await mine().ledger.page({ supplierId }, 50)).entries.map(({ entryId, type, minor }) => [
    entryId,
    type,
    minor,
  ]);

// As a worker leaves it that died after the name was opened.
async function opens({ submissionId, supplierId }: SubmissionRecord, opening: string): Promise<void> {
  const open = { opening, at: now(), names: [supplierSlotName(submissionId)] };
  const _id = `demo/${countName({ supplierId: supplierId as string })}`;
  await world.db
    .collection<{ _id: string; open: object[] }>('counts')
    .updateOne({ _id }, { $push: { open } });
}

it("of six at once at a supplier's limit of two, two are taken, and the others claim and cost nothing", async () => {
  const supplier = await aSupplier({
    limits: [
      { type: 'daily', cap: 2 },
      { type: 'daily', cap: 9 },
    ],
  });
  const leads = await Promise.all(Array.from({ length: 6 }, () => sent(supplier)));
  await Promise.all(leads.map((lead) => qualify(lead)));
  const decisions = await Promise.all(leads.map(decisionOf));
  const kinds = decisions.map((one) => `${one?.kind} ${one?.reason ?? ''}`).toSorted();
  expect(kinds).toEqual([
    ...Array.from({ length: 2 }, () => 'qualified '),
    ...Array.from({ length: 4 }, () => 'rejected supplier_limit'),
  ]);
  expect(await counted(supplier)).toMatchObject({ daily: { placed: 2 }, lifetime: { placed: 2 }, open: [] });
  const taken = leads.filter((_, n) => decisions[n]?.kind === 'qualified');
  expect((await costsOf(supplier)).toSorted()).toEqual(
    taken.map(({ leadId }) => [`${leadId}.cost`, 'cost', 1200]).toSorted(),
  );
  const claims = await world.db
    .collection('claims')
    .countDocuments({ leadId: { $in: leads.map(({ leadId }) => leadId) } });
  expect(claims).toBe(2);
});

it('whatever the first decision is counts once, also when it is carried out again and again', async () => {
  const supplier = await aSupplier();
  const first = await sent(supplier);
  await qualify(first);
  const second = await sent(supplier, { data: first.data });
  for (let times = 0; times < 3; times += 1) await qualify(second);
  await qualify(first);
  expect(await decisionOf(second)).toMatchObject({ kind: 'duplicate' });
  expect(await counted(supplier)).toMatchObject({ lifetime: { placed: 2 }, open: [] });
  expect(await costsOf(supplier)).toHaveLength(1);
});

it('a test lead, and a further submission, count nowhere and leave no document', async () => {
  const supplier = await aSupplier({ limits: [{ type: 'lifetime', cap: 0 }] });
  const test = await sent(supplier, { isTest: true });
  await qualify(test);
  const again = await sent(supplier, { first: false });
  await qualify(again);
  expect([await decisionOf(test), await decisionOf(again)]).toMatchObject([
    { kind: 'qualified' },
    { kind: 'qualified' },
  ]);
  expect(await counted(supplier)).toBeNull();
});

it('a worker that dies between opening, deciding and counting leaves one place taken, and nothing over', async () => {
  const supplier = await aSupplier({ limits: [{ type: 'lifetime', cap: 3 }] });
  await qualify(await sent(supplier));
  const opened = await sent(supplier);
  await opens(opened, 'dead');
  await qualify(opened);
  // And one that died after the decision.
  const decided = await sent(supplier);
  await opens(decided, 'own');
  const qualified = { kind: 'qualified', opening: 'own', trace: [] } as const;
  await mine().journal.record(decided, 'qualification', 0, qualified, now());
  for (let times = 0; times < 2; times += 1) await qualify(decided);
  await auditCounts(world.core, { youngMs: -1_000 });
  expect(await counted(supplier)).toMatchObject({ lifetime: { placed: 3 }, open: [] });
  expect(await costsOf(supplier)).toHaveLength(3);
  const late = await sent(supplier);
  await qualify(late);
  expect(await decisionOf(late)).toMatchObject({ kind: 'rejected', reason: 'supplier_limit' });
});

it.each<QualificationDecision>([
  { kind: 'asking', check: 'llm', criteria: ['x'], opening: 'own', trace: [] },
  { kind: 'awaiting_action', opening: 'own', trace: [] },
])(
  'a lead that is replaced while it waits ($kind) counts once, although MongoDB died between its decision and its count',
  async (waits) => {
    const supplier = await aSupplier();
    await qualify(await sent(supplier));
    const replaced = await sent(supplier);
    await opens(replaced, 'own');
    await mine().journal.record(replaced, 'qualification', 0, waits, now());
    const found = (await mine().submissions.find(replaced.submissionId))!;
    for (let times = 0; times < 2; times += 1)
      await endIfWaiting(world.core, found, { by: 'sub_newer', because: 'a newer submission of the lead' });
    expect((await mine().submissions.find(replaced.submissionId))?.status).toBe('superseded');
    await auditCounts(world.core, { youngMs: -1_000 });
    expect(await counted(supplier)).toMatchObject({ lifetime: { placed: 2 }, open: [] });
  },
);

it('a first decision that is carried out a day later counts and costs at the instant at which it was made', async () => {
  const supplier = await aSupplier();
  await qualify(await sent(supplier));
  const late = await sent(supplier);
  await opens(late, 'own');
  const yesterday = new Date(now().getTime() - 86_400_000);
  const qualified = { kind: 'qualified', opening: 'own', trace: [] } as const;
  await mine().journal.record(late, 'qualification', 0, qualified, yesterday);
  await qualify(late, false);
  expect(await counted(supplier)).toMatchObject({ daily: { placed: 1 }, lifetime: { placed: 2 }, open: [] });
  const [cost] = await mine().ledger.found([`${late.leadId}.cost`]);
  expect(cost?.occurredAt).toEqual(yesterday);
});

it.each(['qualified', 'duplicate'] as const)(
  'a %s lead whose first worker died takes one place, so that the last one is left for another',
  async (kind) => {
    const supplier = await aSupplier({ limits: [{ type: 'lifetime', cap: 3 }] });
    const before = await sent(supplier);
    await qualify(before);
    const opened = await sent(supplier, kind === 'duplicate' ? { data: before.data } : {});
    await opens(opened, 'dead');
    await qualify(opened, false);
    const [third, fourth] = [await sent(supplier), await sent(supplier)];
    await qualify(third);
    await qualify(fourth);
    expect(await Promise.all([opened, third, fourth].map(decisionOf))).toMatchObject([
      { kind },
      { kind: 'qualified' },
      { kind: 'rejected', reason: 'supplier_limit' },
    ]);
    expect(await counted(supplier)).toMatchObject({ lifetime: { placed: 3 }, open: [] });
  },
);

it('names that are counted leave the count', async () => {
  const supplier = await aSupplier();
  const leads = await Promise.all(Array.from({ length: 40 }, () => sent(supplier)));
  for (const lead of leads) await qualify(lead);
  await auditCounts(world.core, { youngMs: -1_000 });
  const { open, taken } = await counted(supplier);
  expect([open, taken]).toEqual([[], []]);
});

it('5,000 held leads of one supplier leave its count below 100 kB, whenever it is looked at', async () => {
  const [LEADS, TOGETHER] = [5_000, 250];
  const supplier = await aSupplier({ limits: [{ type: 'daily', cap: LEADS }] });
  const until = new Date(now().getTime() + 3_600_000);
  const hold = { until, reason: 'daily_limit_full', waitsFor: ['campaign.ACMRU'] };
  const size = { $bsonSize: '$$ROOT' };
  const match = { $match: { _id: `demo/${countName(supplier)}` } };
  const bytes: number[] = [];
  while (bytes.length < LEADS / TOGETHER) {
    const leads = await Promise.all(Array.from({ length: TOGETHER }, () => sent(supplier)));
    await Promise.all(leads.map((lead) => qualify(lead)));
    await Promise.all(leads.map(({ submissionId }) => mine().submissions.hold(submissionId, 0, hold)));
    const [found] = await world.db
      .collection('counts')
      .aggregate([match, { $project: { size } }])
      .toArray();
    bytes.push((found as { size: number }).size);
  }
  expect(await world.db.collection('submissions').countDocuments({ status: 'queued' })).toBe(LEADS);
  expect(await counted(supplier)).toMatchObject({ daily: { placed: LEADS }, open: [] });
  expect(Math.max(...bytes)).toBeLessThan(100_000);
  // Nor are they named in documents beside it.
  expect(await world.db.collection('namesSetAside').countDocuments()).toBe(0);
}, 120_000);

it("after a change of the tenant's time zone the leads of the new periods are counted anew", async () => {
  const supplier = await aSupplier({ limits: [{ type: 'lifetime', cap: 100 }] });
  for (const lead of [await sent(supplier), await sent(supplier)]) await qualify(lead);
  const _id = `demo/${countName(supplier)}`;
  // As if it had been counted by other days until now.
  const before = { zone: 'Pacific/Kiritimati', 'daily.placed': 77, 'monthly.placed': 77 };
  await world.db.collection<{ _id: string }>('counts').updateOne({ _id }, { $set: before });
  const next = await sent(supplier);
  for (let times = 0; times < 5 && !(await decisionOf(next)); times += 1) await qualify(next);
  expect(await counted(supplier)).toMatchObject({
    zone,
    daily: { placed: 3 },
    monthly: { placed: 3 },
    lifetime: { placed: 3 },
  });
});
