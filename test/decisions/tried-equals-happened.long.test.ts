/**
 * What Try says of a lead is what becomes of it once the items are saved and the lead is sent: random campaigns, changed
 * and new ones, against the real stages. Caps and duplicates, which Try does not show, are left out.
 */
import { operateOverHttp, type Operate } from '@sluice/admin';
import { adminGetItem, adminSaveItem, adminWhatIfLead, type ForeseenView } from '@sluice/contracts';
import { buyerServices } from '@sluice/local';
import { KNOWN_EVERYWHERE_MS, newKey } from '@sluice/store';
import { aLead } from '@sluice/testing';
import * as fc from 'fast-check';
import { startTenant, type TestTenant } from '../installation/tenant.js';
import { campaignOf, clients, offers, person } from './random-campaigns.js';
import { expectHappened } from './tried-and-happened.js';

const SCENARIOS = 12;
const LEADS = 4;
/** Two campaigns that exist and become others, one that is new, an endpoint that is new, and leads to each. */
function scenario(n: number) {
  const [a, b, c] = ['A', 'B', 'C'].map((each) => `${String(n).padStart(2, '0')}${each}`) as [
    string,
    string,
    string,
  ];
  const endpoint = `end_${n}`;
  return fc.record({
    codes: fc.constant([a, b, c] as const),
    before: fc.tuple(campaignOf(a, [b], []), campaignOf(b, [a], [])),
    after: fc.tuple(
      campaignOf(a, [b, c], [endpoint]),
      campaignOf(b, [a, c], [endpoint]),
      campaignOf(c, [a, b], [endpoint]),
    ),
    endpoint: fc.constant(endpoint),
    people: fc.array(fc.tuple(fc.constantFrom(a, b, c, c), person), { minLength: LEADS, maxLength: LEADS }),
  });
}

let tenant: TestTenant;
let operate: Operate;
const seed = Date.now() % 2 ** 31;
const scenarios = Array.from({ length: SCENARIOS }, (_, n) =>
  fc.sample(scenario(n), { seed: seed + n, numRuns: 1 }),
).flat();
beforeAll(async () => {
  tenant = await startTenant(
    { clients, offers, campaigns: scenarios.flatMap(({ before }) => before) },
    { services: [...buyerServices, 'dashboard'] },
  );
  const key = newKey('sla_');
  const { installation } = tenant;
  const { adminKeys, clock } = installation.stores;
  await adminKeys.add(key, { role: 'administer', name: 'pipeline', createdAt: clock.now() });
  operate = operateOverHttp({ url: installation.dashboardUrl, key });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

it('what is tried is what happens', async () => {
  const { installation } = tenant;
  const tenantId = 'acme';
  const tried: { campaignId: string; lead: object; foreseen: ForeseenView }[] = [];
  for (const { after, endpoint, people } of scenarios) {
    const url = `${installation.sink.url}/buyers/${endpoint}`;
    const items = [
      {
        section: 'deliveryEndpoints',
        item: { deliveryEndpointId: endpoint, url, fields: { mail: 'email' } },
      },
      ...after.map((item) => ({ section: 'campaigns', item })),
    ];
    for (const [campaignId, { state, injury }] of people) {
      const { campaignId: _none, ...lead } = aLead({ address: { state }, questionnaire: { injury } });
      const body = { campaignId, lead, items };
      const { changed } = await operate.call(adminWhatIfLead, { params: { tenantId }, body });
      tried.push({ campaignId, lead, foreseen: changed as ForeseenView });
    }
    for (const { section, item } of items) {
      const id = (item as { campaignId?: string }).campaignId ?? endpoint;
      const params = { tenantId, section, id };
      const known = await operate.call(adminGetItem, { params }).catch(() => ({ etag: null }));
      await operate.call(adminSaveItem, { params, body: { item, basedOn: known.etag } });
    }
  }
  await new Promise((resolve) => setTimeout(resolve, KNOWN_EVERYWHERE_MS));
  const happened = await Promise.all(
    tried.map(async ({ campaignId, lead }) => {
      const receipt = await tenant.submit(campaignId, lead as Readonly<Record<string, unknown>>);
      const { status } = await tenant.atRest(receipt, 60_000);
      return { status, decisions: await tenant.decisions(receipt) };
    }),
  );
  for (const [n, { foreseen, campaignId, lead }] of tried.entries()) {
    expectHappened(foreseen, happened[n]!, { seed, n, campaignId, lead });
  }
  expect(new Set(tried.map(({ foreseen }) => foreseen.label.split(/[ :]/)[0])).size).toBeGreaterThan(1);
}, 240_000);
