import {
  endpoints,
  postbackEvents,
  postbackPlaceholders,
  type LedgerEntry,
  type RecordedDecision,
} from '@sluice/contracts';
import { postbackUrl } from '@sluice/domain';
import { advance } from '@sluice/pipeline';
import {
  aStoredCampaign,
  aStoredClient,
  duringTests,
  eventually,
  everythingIn,
  putItem,
} from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGateway);

/** Stands in every name, id, price and answer that no supplier may learn. */
const MARK = /secret|31337|HIDDN/i;

type Sent = Awaited<ReturnType<typeof submitted>>;

async function submitted(key: string, changes: Record<string, unknown> = {}) {
  return (await world.call('submitLead', { key, body: aLead(changes) })).data;
}

/** Ends the submission as the workers do, with what they know of the buyer. */
async function ended({ leadId, submissionId }: Sent, status: 'delivered' | 'rejected', reason?: string) {
  const { conclusions, ledger } = world.alpha.stores;
  const at = new Date();
  const placed = { campaignId: 'HIDDN', clientId: 'cli_secret', offerId: 'off_secret' };
  const close = () =>
    conclusions.close(submissionId, {
      lead: { leadId, submissionId, status, ended: true, reason, at, ...(!reason && { placed }) },
      end: { status, reason, endedAt: at },
    });
  if (status === 'rejected') return close();
  const lead = await world.alpha.stores.leads.find(leadId);
  const sale: LedgerEntry = {
    entryId: `${submissionId}.sale`,
    type: 'sale',
    minor: 3133700,
    currency: 'USD',
    leadId,
    submissionId,
    campaignId: 'ACMRU',
    placedCampaignId: 'HIDDN',
    clientId: 'cli_secret',
    offerId: 'off_secret',
    supplierId: lead?.supplierId,
    sentTo: lead?.sentTo,
    subIds: lead?.subIds,
    reference: 'secret-reference',
    occurredAt: at,
    receivedAt: lead?.createdAt ?? at,
  };
  await ledger.book(sale);
  await ledger.book({ ...sale, entryId: `${leadId}.cost`, type: 'cost', minor: 1200, reference: undefined });
  return close();
}

/** What the supplier's tracker is told once the submission has ended so: its values, and the address with them. */
async function postbacks({ submissionId }: Sent, decision: object): Promise<string[]> {
  const { effects, submissions } = world.alpha.stores;
  const submission = (await submissions.find(submissionId))!;
  const recorded = { stage: 'delivery', generation: 0, decision: { trace: [], ...decision } };
  await advance(world.core, submission, {
    ...recorded,
    decidedAt: new Date(),
  } as unknown as RecordedDecision);
  const found = (await effects.ofSubmission(submissionId)).filter((effect) => effect.kind === 'postback');
  return found.map(({ body: { values = {} } }) => postbackUrl({ url: EVERYTHING }, values));
}
const EVERYTHING = `https://t.example/?${postbackPlaceholders.map((name) => `${name}={${name}}`).join('&')}`;

async function ask(key: string, path: string) {
  const answered = await world.request('GET', `/api/v1/supplier${path}`, { key });
  const headers = JSON.stringify([...answered.headers]);
  expect(answered.text + headers).not.toMatch(MARK);
  return answered;
}

it('all that a supplier gets names nobody and nothing but its own', async () => {
  const { alpha } = world;
  await putItem(
    alpha.stores.clients,
    'cli_secret',
    aStoredClient({ clientId: 'cli_secret', name: 'Secret' }),
  );
  const hidden = { campaignId: 'HIDDN', name: 'Secret', clientId: 'cli_secret', offerId: 'off_alpha' };
  await putItem(alpha.stores.campaigns, 'HIDDN', aStoredCampaign(hidden));
  const postback = { url: EVERYTHING, method: 'GET' as const, on: [...postbackEvents] };
  const own = await aSupplier(world, { campaigns: ['ACMRU'], postback });
  const other = await aSupplier(world, { supplierId: 'sup_secret', name: 'Secret' });
  const sold = await submitted(own.key, { attribution: { s1: 'site-17' } });
  await ended(sold, 'delivered');
  const refused = await submitted(own.key);
  await ended(refused, 'rejected', 'Secret words of the buyer');
  const moved = await submitted(own.key);
  await world.call('moveLeadToCampaign', { params: { leadId: moved.leadId }, body: { campaignId: 'HIDDN' } });
  const theirs = await submitted(other.key, { attribution: { s1: 'secret-site' } });
  const ofTenant = await submitted(alpha.key, { attribution: { s1: 'secret-site' } });

  const sale = { kind: 'delivered', campaignId: 'HIDDN', clientId: 'cli_secret', price: 31337 };
  const told = [
    ...(await postbacks(sold, { ...sale, currency: 'USD', reference: 'secret-reference' })),
    ...(await postbacks(refused, { kind: 'rejected', reason: 'Secret words of the buyer' })),
  ];
  expect(told).toEqual([
    expect.stringContaining(
      'outcome=accepted&reason=&payout=12&currency=USD&campaignId=ACMRU&subId1=site-17',
    ),
    expect.stringContaining('outcome=rejected&reason=not_wanted&payout=&currency=&campaignId=ACMRU&subId1=&'),
  ]);
  expect(told.join()).not.toMatch(MARK);

  const { data } = (await ask(own.key, '/leads')) as { data: { leads: { leadId: string }[] } };
  expect(data.leads).toMatchObject([
    { leadId: moved.leadId, campaignId: 'ACMRU', outcome: 'pending' },
    { leadId: refused.leadId, outcome: 'rejected', reason: 'not_wanted' },
    { leadId: sold.leadId, outcome: 'accepted', payout: { amount: 12, currency: 'USD' } },
  ]);
  for (const { leadId } of data.leads) expect((await ask(own.key, `/leads/${leadId}`)).status).toBe(200);
  for (const groupBy of ['day', 'campaign', 'subId1', 'day,campaign,subId1'])
    expect((await ask(own.key, `/report?groupBy=${groupBy}`)).status).toBe(200);
  await ask(own.key, '/report?groupBy=client');
  await ask(own.key, '/leads?from=yesterday&limit=x&subId1=secre');

  // Each of these words is there to be told.
  const stored = JSON.stringify(await everythingIn(world.mongodbUrl));
  const names = ['cli_secret', 'off_secret', 'sup_secret', 'secret-site', 'secret-reference', 'HIDDN'];
  for (const word of [...names, '"Secret"', 'Secret words', '31337']) expect(stored).toContain(word);

  // Another's lead, and one of none, is none: for a cursor too.
  const unknown = await ask(own.key, '/leads/lead_unknown');
  for (const { leadId } of [theirs, ofTenant]) {
    const foreign = await ask(own.key, `/leads/${leadId}`);
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error]);
    expect((await ask(own.key, `/leads?cursor=${leadId}`)).data).toEqual({
      leads: [],
      nextCursor: null,
      hasMore: false,
    });
  }
  for (const campaignId of ['HIDDN', 'NOONE']) {
    const body = aLead({ campaignId, leadId: theirs.leadId });
    const { text, status, headers } = await world.call('submitLead', { key: own.key, body });
    expect([status, text + JSON.stringify([...headers])]).toEqual([403, expect.not.stringMatching(MARK)]);
  }
}, 60_000);

it('a supplier that waits is told what became of its lead, and of nobody else', async () => {
  const { key } = await aSupplier(world);
  for (;;) {
    const before = (await world.call('listSupplierLeads', { key })).data.leads.length;
    const headers = { Prefer: 'wait=10' };
    const answering = world.call('submitLead', { key, body: aLead(), headers });
    const { leadId } = await eventually('the lead is accepted', async () => {
      const { leads } = (await world.call('listSupplierLeads', { key })).data;
      return leads.length > before && leads[0];
    });
    const { lastSubmissionId = '' } = (await world.alpha.stores.leads.find(leadId))!;
    await ended({ leadId, submissionId: lastSubmissionId, status: 'pending' }, 'delivered');
    const { data, text, headers: told } = await answering;
    expect(text + JSON.stringify([...told])).not.toMatch(MARK);
    // On a busy machine its time may be over before.
    if (data.outcome === 'pending') continue;
    expect(data).toEqual({
      ...{ leadId, submissionId: lastSubmissionId, status: 'delivered', outcome: 'accepted' },
      payout: { amount: 12, currency: 'USD' },
    });
    return;
  }
}, 60_000);

/** The names that a schema of an endpoint knows. */
const namesOf = (schema: unknown) =>
  Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});

it('every endpoint answers a supplier 403, or with what is its own only, whatever of another it is asked with', async () => {
  const own = await aSupplier(world);
  const other = await aSupplier(world);
  const site = (s1: string) => ({ attribution: { s1 } });
  const mine = await submitted(own.key, site('own-site'));
  const foreign = await submitted(other.key, site('foreign-site'));
  const theirs = [foreign.leadId, foreign.submissionId, other.supplierId, 'foreign-site'];
  const answers: string[] = [];
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const queries = namesOf('query' in endpoint ? endpoint.query : undefined);
    const names = [...namesOf('body' in endpoint ? endpoint.body : undefined), 'leadId', 'supplierId'];
    for (const id of ['', ...theirs]) {
      const filled = path.replaceAll(/\{\w+\}/g, id || mine.leadId);
      const query = id === '' ? {} : Object.fromEntries(queries.map((name) => [name, id]));
      const body = method === 'GET' ? undefined : Object.fromEntries(names.map((name) => [name, id]));
      const { status, text, headers } = await world.request(method, filled, { key: own.key, body, query });
      // A submit is refused for what stands in it too.
      const isForbidden = !('openTo' in endpoint) || 'body' in endpoint;
      expect({ path, id, isForbidden: status === 403 }).toEqual({ path, id, isForbidden });
      const told = text + JSON.stringify([...headers]);
      for (const word of theirs)
        expect({ path, told }).toEqual({ path, told: expect.not.stringContaining(word) as string });
      if (status === 200) answers.push(told);
    }
  }
  // Nothing of another's would be in answers without any leads either.
  expect(answers.filter((told) => told.includes(mine.leadId)).length).toBeGreaterThan(1);
  expect(answers.filter((told) => told.includes('"received":1')).length).toBeGreaterThan(0);
});

it("a supplier's report is the same numbers as the company's", async () => {
  const { key, supplierId } = await aSupplier(world);
  const site = (s1: string) => ({ attribution: { s1 } });
  await ended(await submitted(key, site('a')), 'delivered');
  await ended(await submitted(key, site('a')), 'rejected', 'no');
  await ended(await submitted(key, site('a')), 'rejected', 'supplier_limit');
  await submitted(key, site('b'));
  await submitted(key, { isTest: true });
  const report = await world.call('supplierReport', { key, query: { groupBy: 'subId1' } });
  expect(report.data.rows).toEqual([
    {
      ...{ subId1: 'a', received: 3, accepted: 1, rejected: 2, duplicate: 0, pending: 0 },
      payout: [{ currency: 'USD', amount: 12 }],
    },
    { ...{ subId1: 'b', received: 1, accepted: 0, rejected: 0, duplicate: 0, pending: 1 }, payout: [] },
  ]);
  const byDay = (await world.call('supplierReport', { key })).data.rows;
  const { day = '' } = byDay[0] ?? {};
  expect(byDay).toMatchObject([{ received: 4, accepted: 1, rejected: 2, pending: 1 }]);
  const query = { groupBy: 'supplier', from: day, to: day, supplierIds: supplierId };
  expect((await world.call('leadReport', { query })).data.rows).toMatchObject([
    {
      supplier: supplierId,
      received: 4,
      qualified: 2,
      delivered: 1,
      rejected: 2,
      money: [{ cost: 12, profit: 31325 }],
    },
  ]);
  const byCampaign = await world.call('supplierReport', {
    key,
    query: { groupBy: 'campaign', from: day, to: day },
  });
  expect(byCampaign.data.rows).toMatchObject([{ campaign: 'ACMRU', received: 4 }]);
  for (const refused of [
    { groupBy: 'client' },
    { from: 'x' },
    { x: '1' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2025-02-01', to: '2026-02-02' },
    { from: '2020-02-01' },
  ])
    expect((await world.call('supplierReport', { key, query: refused as never })).status).toBe(400);
  const year = { from: '2025-02-01', to: '2026-02-01' };
  expect((await world.call('supplierReport', { key, query: year })).status).toBe(200);
});

it('a list of leads goes on page by page, by days and by site', async () => {
  const { key } = await aSupplier(world);
  const ids: string[] = [];
  for (const s1 of ['a', 'b', 'a']) ids.push((await submitted(key, { attribution: { s1 } })).leadId);
  const list = async (query: Record<string, string>) =>
    (await world.call('listSupplierLeads', { key, query })).data;
  const first = await list({ limit: '2' });
  expect(first.leads.map(({ leadId }) => leadId)).toEqual([ids[2], ids[1]]);
  const rest = await list({ limit: '2', cursor: first.nextCursor ?? '' });
  expect(rest).toMatchObject({ leads: [{ leadId: ids[0] }], nextCursor: null, hasMore: false });
  expect((await list({ subId1: 'a' })).leads).toHaveLength(2);
  expect((await list({ to: '2020-01-01' })).leads).toEqual([]);
  expect((await list({ from: 'never' })).leads).toEqual([]);
});
