/**
 * What Try says of a lead is what becomes of it once the items are saved and the lead is sent: random campaigns, changed
 * and new ones, against the real stages. Caps and duplicates, which Try does not show, are left out.
 */
import { operateOverHttp, type Operate } from '@sluice/admin';
import {
  adminGetItem,
  adminSaveItem,
  adminWhatIfLead,
  type ForeseenView,
  type RecordedDecision,
} from '@sluice/contracts';
import { ownWords } from '@sluice/domain';
import { buyerServices } from '@sluice/local';
import { KNOWN_EVERYWHERE_MS, newKey } from '@sluice/store';
import { aLead } from '@sluice/testing';
import * as fc from 'fast-check';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const SCENARIOS = 12;
const LEADS = 4;
const clients = ['alder', 'birch', 'cedar'].map((name) => ({
  clientId: `cli_${name}`,
  name,
  abbrev: name.slice(0, 3).toUpperCase(),
  settings: { defaultPostingUrl: `\${SINK_URL}/buyers/${name}`, postingMethod: 'http' },
}));
const offers = [{ offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }];

const states = ['CA', 'NV', 'TX'];
const injuries = ['yes', 'no', 'burn'];
const condition = fc.oneof(
  fc.record({
    field: fc.constant('injury'),
    operator: fc.constantFrom('equals', 'not_equals'),
    value: fc.tuple(fc.constantFrom(...injuries)),
  }),
  fc.record({
    field: fc.constant('state'),
    operator: fc.constantFrom('equals', 'not_equals'),
    value: fc.tuple(fc.constantFrom(...states)),
  }),
);
const subRules = condition.map((one) => [{ conditions: [one] }]);

/** A campaign of this code, among others that it may send leads to. */
const campaignOf = (campaignId: string, others: readonly string[], endpoints: readonly string[]) => {
  const other = fc.constantFrom(...others);
  const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 2 });
  return fc.record(
    {
      campaignId: fc.constant(campaignId),
      name: fc.constant(`Campaign ${campaignId}`),
      clientId: fc.constantFrom(...clients.map(({ clientId }) => clientId)),
      offerId: fc.constant('off_1'),
      active: fc.constantFrom(true, true, true, false),
      disqualificationConditionals: few(subRules.map((rules) => ({ name: 'Refused', subRules: rules }))),
      routingRules: few(
        fc.record({ subRules, routeTo: other.map((to) => ({ campaignId: to })), priority: fc.nat(9) }),
      ),
      fallbackCampaigns: fc.uniqueArray(other, { maxLength: 2 }),
      price: fc.record({
        amount: fc.integer({ min: 1, max: 90 }),
        currency: fc.constant('USD'),
        rules: few(
          fc.record({
            when: subRules.map((rules) => ({ subRules: rules })),
            amount: fc.integer({ min: 1, max: 99 }),
          }),
        ),
      }),
      distribution: fc.uniqueArray(other, { minLength: 1, maxLength: 2 }).map((members) => ({
        groups: [{ name: 'first', method: 'priority', members: members.map((one) => ({ campaignId: one })) }],
      })),
      deliveryEndpointId: fc.constantFrom(...endpoints, 'end_nowhere'),
    },
    { requiredKeys: ['campaignId', 'name', 'clientId', 'offerId'] },
  );
};
const person = fc.record({ state: fc.constantFrom(...states), injury: fc.constantFrom(...injuries) });

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
    const { status, decisions } = happened[n]!;
    const routed = decisions.flatMap(({ decision }) => (decision.kind === 'routed' ? [decision] : []));
    const last = decisions.at(-1);
    const where = { seed, n, campaignId, lead, label: foreseen.label };
    expect({ ...where, offered: foreseen.offered.map((one) => one.campaignId) }).toEqual({
      ...where,
      offered: routed.map((one) => one.campaignId),
    });
    expect({ ...where, prices: foreseen.offered.map(({ price }) => price && price.amount * 100) }).toEqual({
      ...where,
      prices: routed.map(({ priceTerms }) => priceTerms?.expectedMinor),
    });
    expect({ ...where, end: foreseen.label, status }).toEqual({
      ...where,
      end: last && endOf(last, routed.at(-1)?.campaignId),
      status: last?.decision.kind,
    });
  }
  expect(new Set(tried.map(({ foreseen }) => foreseen.label.split(/[ :]/)[0])).size).toBeGreaterThan(1);
}, 240_000);

// What Try would have said of a lead that ended like this, at the buyer that it was offered last.
function endOf({ stage, decision }: RecordedDecision, offered = ''): string {
  const { kind, reason } = decision;
  const buyer = kind === 'held' ? decision.campaignId : offered;
  const why = reason === undefined ? '' : (ownWords(reason) ?? reason);
  if (kind === 'delivered') return `sent to ${buyer}`;
  if (stage === 'delivery') return `${buyer}, but ${why}`;
  if (kind === 'held') return `held for ${buyer}: ${why}`;
  if (kind === 'pending_action') return `waits for a person to act: ${why}`;
  return `${kind}: ${why}`;
}
