/** Which caps and budgets are in force, and how much of them is used: what gauges, findings and pages show. */
import type { Campaign } from '@sluice/contracts';
import { campaignCount, clientCount } from '@sluice/domain';
import {
  aStoredCampaign,
  aStoredClient,
  duringTests,
  openSlot,
  putItem,
  putTenant,
  slot,
} from '@sluice/testing';
import { capsInUse, capUseOfCampaigns, capUseOfClients } from '../src/index.js';
import { openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const mine = () => world.core.stores.forTenant('demo');
const cap = { type: 'lifetime', cap: 10, action: 'queue' };
const budget = { type: 'daily', budget: 40, currency: 'USD', action: 'queue' };
const clients = {
  cli_both: aStoredClient({ clientId: 'cli_both', settings: { maxLeadsPerDay: 50 } }),
  cli_gone: aStoredClient({ clientId: 'cli_gone', settings: { maxLeadsPerDay: 60 } }),
  cli_idle: aStoredClient({ clientId: 'cli_idle', settings: { maxLeadsPerDay: 70 } }),
};
const campaign = (campaignId: string, changes: Partial<Campaign> = {}) =>
  aStoredCampaign({
    campaignId,
    clientId: 'cli_both',
    deliveryLimits: [cap, budget] as Campaign['deliveryLimits'],
    ...changes,
  });
const [one, two] = [campaign('ONE'), campaign('TWO', { deliveryLimits: [] })];

// Everything is there before it is first read, because it is cached.
beforeAll(async () => {
  const { stores } = world.core;
  const archivedAt = stores.clock.now().toISOString();
  await putTenant(stores.tenants, { tenantId: 'demo', name: 'Demo', settings: {} });
  await putTenant(stores.tenants, { tenantId: 'later', name: 'Later', settings: {} });
  await putItem(mine().clients, 'cli_both', clients.cli_both);
  await putItem(mine().clients, 'cli_gone', { ...clients.cli_gone, archivedAt });
  await putItem(mine().clients, 'cli_idle', clients.cli_idle);
  for (const each of [
    one,
    two,
    campaign('OFF', { active: false, clientId: 'cli_idle' }),
    campaign('PAST', { archivedAt, clientId: 'cli_idle' }),
    campaign('LEFT', { clientId: 'cli_gone' }),
  ])
    await putItem(mine().campaigns, each.campaignId, each);
  await putItem(stores.forTenant('later').campaigns, 'ONE', campaign('ONE', { clientId: 'cli_none' }));
  const at = stores.clock.now();
  const expected = { currency: 'USD', minor: 1_234 };
  const counts = [
    campaignCount(one, clients.cli_both, undefined, at),
    clientCount(clients.cli_both, undefined, at),
  ];
  await openSlot(
    mine(),
    slot('sub_1.routing.0'),
    at,
    counts.map((count) => ({ ...count, expected })),
  );
});

const turnsAt = expect.any(Date) as Date;
const ofOne = { of: 'campaign', id: 'ONE', period: 'lifetime', cap: 10, used: 1, reserved: 1 };
const ofClient = { of: 'client', id: 'cli_both', period: 'daily', cap: 50, used: 1, reserved: 1, turnsAt };
const spent = {
  of: 'campaign',
  id: 'ONE',
  period: 'daily',
  cap: 40,
  used: 12.34,
  reserved: 12.34,
  currency: 'USD',
  turnsAt,
};

it('the caps in use are those of campaigns that take leads and of their clients, each of these once', async () => {
  expect(await capsInUse(world.core, { what: 'caps' })).toEqual([
    { tenantId: 'demo', ...ofOne },
    { tenantId: 'demo', ...ofClient },
    { tenantId: 'later', ...ofOne, used: 0, reserved: 0 },
  ]);
});

it('the budgets in use are amounts of money', async () => {
  const [first] = await capsInUse(world.core, { what: 'budgets' });
  expect(first).toEqual({ tenantId: 'demo', ...spent });
});

it('no more are read than are asked for', async () => {
  expect(await capsInUse(world.core, { what: 'caps', most: 1 })).toEqual([{ tenantId: 'demo', ...ofOne }]);
});

it('a campaign has its own caps and budgets, then those of its client, whether or not it takes leads', async () => {
  const sources = {
    clients: Object.values(clients),
    timezone: undefined,
    now: world.core.stores.clock.now(),
  };
  const off = campaign('OFF', { active: false, clientId: 'cli_unknown' });
  const [ofFirst, ofSecond, ofThird] = await capUseOfCampaigns(mine(), [one, two, off], sources);
  expect(ofFirst).toEqual([ofOne, spent, ofClient]);
  expect(ofSecond).toEqual([ofClient]);
  expect(ofThird?.map(({ id, used }) => [id, used])).toEqual([
    ['OFF', 0],
    ['OFF', 0],
  ]);
  expect((await capUseOfClients(mine(), sources)).flat()).toEqual([
    ofClient,
    { ...ofClient, id: 'cli_gone', cap: 60, used: 0, reserved: 0 },
    { ...ofClient, id: 'cli_idle', cap: 70, used: 0, reserved: 0 },
  ]);
});
