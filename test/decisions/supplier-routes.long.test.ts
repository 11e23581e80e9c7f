/** Suppliers' leads among random campaigns: a simulation decides as the workers do. And what a supplier sees of a move. */
import type { Decision, SubIds, Trace } from '@sluice/contracts';
import { simulateLead } from '@sluice/cli';
import { buyerServices } from '@sluice/local';
import { newKey } from '@sluice/store';
import fc from 'fast-check';
import { call, submit, type Answer, type Receipt } from '../installation/affiliate.js';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

const RANDOM = 200;
const seed = Date.now() % 1_000_000;

const suppliers = [
  { supplierId: 'sup_north', name: 'North', cost: { mode: 'per_lead', amount: 12, currency: 'USD' } },
  { supplierId: 'sup_south', name: 'South' },
  { supplierId: 'sup_test', name: 'Tries out', status: 'test' },
  { supplierId: 'sup_full', name: 'May send nothing', limits: [{ type: 'lifetime', cap: 0 }] },
];
const sites = ['site-17', 'SITE-17', 'Site-3', 'a/b'];
const codeOf = (n: number) => `R${String(n).padStart(3, '0')}`;
const code = fc.nat({ max: RANDOM - 1 }).map(codeOf);

const supplierId = fc.constantFrom(...suppliers.map((each) => each.supplierId), 'sup_nobody');
const inAnyCase = fc.constantFrom(...sites).chain((site) => {
  return fc.constantFrom(site, site.toLowerCase(), site.toUpperCase());
});
const entry = fc.oneof(
  supplierId,
  fc.tuple(supplierId, inAnyCase).map((of) => of.join('/')),
);
const sourceOfCampaign = fc.record({
  mode: fc.constantFrom('allow', 'deny', 'deny'),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
});
const value = fc.oneof(supplierId, inAnyCase, fc.constantFrom('click', 'site', ''));
const condition = fc
  .record({
    field: fc.constantFrom('supplier', 'supplierId', 'sub_id_1', 'subId1', 'sub_id_2', 'subId2', 'sub_id_5'),
    operator: fc.constantFrom(
      ...['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'in', 'not_in'],
      ...['exists', 'not_exists'],
    ),
    value: fc.array(value, { minLength: 1, maxLength: 3 }),
  })
  .map(({ value: values, ...said }) => ({
    ...said,
    value: said.operator.endsWith('exists') ? [] : values.filter((one) => one !== ''),
  }))
  .filter((said) => said.operator.endsWith('exists') || said.value.length > 0);
const randomCampaign = fc.record(
  {
    suppliers: sourceOfCampaign,
    fallbackCampaigns: fc.uniqueArray(code, { maxLength: 2 }),
    routingRules: fc.array(
      fc.record({
        priority: fc.nat({ max: 9 }),
        subRules: condition.map((one) => group(one).subRules),
        routeTo: fc.record({ campaignId: code }),
      }),
      { maxLength: 2 },
    ),
    disqualificationConditionals: condition.map((one) => [{ name: 'By source', ...group(one) }]),
  },
  { requiredKeys: ['fallbackCampaigns'] },
);
const source = fc.record({
  by: fc.constantFrom(undefined, ...suppliers.map((each) => each.supplierId), 'sup_north', 'sup_south'),
  subIds: fc.record({ subId1: inAnyCase, subId2: fc.constantFrom('click', 'Site-17') }, { requiredKeys: [] }),
});
const campaigns = fc.sample(randomCampaign, { numRuns: RANDOM, seed }).map((of, n) => ({
  ...of,
  campaignId: codeOf(n),
  fallbackCampaigns: of.fallbackCampaigns.filter((other) => other !== codeOf(n)),
}));

let tenant: TestTenant;
const keys = new Map<string | undefined, string>();
beforeAll(async () => {
  const moving = [
    { campaignId: 'SENT', suppliers: { mode: 'deny', entries: ['sup_north/site-17'] } },
    { campaignId: 'MOVED', price: { currency: 'USD', amount: 40 } },
  ];
  tenant = await startTenant(
    { suppliers, campaigns: [...campaigns, ...moving] },
    { services: buyerServices },
  );
  keys.set(undefined, tenant.installation.apiKey);
  for (const each of suppliers) {
    const key = newKey('slk_');
    const facts = { tenantId: 'acme', name: 'test', createdAt: new Date(), supplierId: each.supplierId };
    await tenant.installation.stores.apiKeys.add(key, facts);
    keys.set(each.supplierId, key);
  }
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

const withKeyOf = (by: string | undefined) => ({ ...tenant.installation, apiKey: keys.get(by) ?? '' });
const sent = (campaignId: string, by: string | undefined, subIds: SubIds): Promise<Receipt> => {
  const person = { campaignId, firstName: 'Testa', lastName: 'Quill', email: 'q@leads.example' };
  return submit(withKeyOf(by), { ...person, phone: '+14155550123', attribution: subIds });
};

/** All that a decision says but when it was made, and what it opened. */
function said(decision: Decision) {
  const { kind, reason } = decision;
  const looks = (trace: Trace) =>
    trace.map(({ looked, at, verdict, because, values }) => [looked, at, verdict, because, values]);
  return [kind, reason, 'campaignId' in decision && decision.campaignId, looks(decision.trace)];
}

it(`the simulation of a supplier's lead equals what happens, for ${RANDOM} random campaigns (seed ${seed})`, async () => {
  const { stores } = tenant.installation;
  const seen = new Set<string>();
  const sources = fc.sample(source, { numRuns: RANDOM, seed });
  const receipts: Receipt[] = [];
  for (const [n, { by, subIds }] of sources.entries()) receipts.push(await sent(codeOf(n), by, subIds));
  for (const [n, receipt] of receipts.entries()) {
    await tenant.atRest(receipt, 90_000);
    const submission = (await tenant.stores.submissions.find(receipt.submissionId))!;
    const made = await tenant.decisions(receipt);
    const foreseen = await simulateLead(stores, { ...submission, leadId: 'lead_x', submissionId: 'sub_x' });
    const decided = made.filter(({ stage }) => stage !== 'delivery');
    expect({ n, decided: foreseen.decisions.map(({ stage, decision }) => [stage, said(decision)]) }).toEqual({
      n,
      decided: decided.map(({ stage, decision }) => [stage, said(decision)]),
    });
    expect([n, foreseen.delivery?.kind]).toEqual([n, made.length > decided.length ? 'request' : undefined]);
    for (const { decision } of decided) {
      seen.add(`${decision.kind} ${decision.reason ?? ''}`.trim());
      for (const { because } of decision.trace) if (because === 'supplier_not_allowed') seen.add(because);
    }
  }
  // It would be equal too if nothing depended on the source.
  const wanted = ['routed', 'disqualified disqualifying_condition', 'supplier_not_allowed'];
  expect([...seen]).toEqual(
    expect.arrayContaining([...wanted, 'rejected no_buyer', 'rejected supplier_limit']),
  );
}, 300_000);

it('a lead that was moved, and is sold there, is shown to its supplier under the campaign that it sent it to', async () => {
  const receipt = await sent('SENT', 'sup_north', { subId1: 'site-17' });
  expect(await tenant.fate(receipt)).toBe('rejected');
  const move = await tenant.call('POST', `/leads/${receipt.leadId}/move-to-campaign`, {
    campaignId: 'MOVED',
  });
  expect(move.status).toBe(202);
  const { lastSubmissionId: submissionId = '' } = (await tenant.stores.leads.find(receipt.leadId))!;
  expect(await tenant.fate({ ...receipt, submissionId })).toBe('delivered');
  const ask = (path: string): Promise<Answer> => call(withKeyOf('sup_north'), 'GET', `/supplier/${path}`);
  const view = { leadId: receipt.leadId, campaignId: 'SENT', outcome: 'accepted' };
  const [one, list, report] = [
    await ask(`leads/${receipt.leadId}`),
    await ask('leads?limit=1'),
    await ask('report?groupBy=campaign'),
  ];
  expect(one.data).toMatchObject({ ...view, payout: { amount: 12, currency: 'USD' } });
  expect(list.data).toMatchObject({ leads: [view] });
  const rows = report.data['rows'] as readonly { readonly campaign: string }[];
  expect(rows.find(({ campaign }) => campaign === 'SENT')).toMatchObject({ received: 1, accepted: 1 });
  expect(JSON.stringify([one, list, report])).not.toContain('MOVED');
  // The company sees where it is now.
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const query = `groupBy=campaign&supplierIds=sup_north&from=${day(-2)}&to=${day(2)}`;
  const company = await tenant.call('GET', `/reports/leads?${query}`);
  expect(JSON.stringify(company.data)).toContain('"MOVED"');
}, 60_000);
