import { campaignCount } from '@sluice/domain';
import { duringTests, openSlot, slot } from '@sluice/testing';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);

it('sluice doctor names a budget that an answer above the expected price exceeded', async () => {
  const { campaigns, counts, conclusions } = world.stores.forTenant('demo');
  const demo = (await campaigns.find('ACMRU'))!;
  const budget = { budget: 5_000, currency: 'JPY', type: 'lifetime', action: 'queue' } as const;
  const campaign = { ...demo, deliveryLimits: [budget] };
  await campaigns.change('ACMRU', { deliveryLimits: [budget] });
  const at = world.stores.clock.now();
  const count = campaignCount(campaign, undefined, 'UTC', at);
  await openSlot(world.stores.forTenant('demo'), slot('sub_1.routing.0'), at, [
    { ...count, expected: { currency: 'JPY', minor: 5_000 } },
  ]);
  const named = 'Tenant demo: Campaign ACMRU has spent ¥5,001 of its whole budget of ¥5,000.';
  expect((await world.sluice(['doctor'])).output).not.toContain('of its whole budget');
  const placed = { at, amount: { currency: 'JPY', minor: 5_001 } };
  const lead = { counts: counts.takenOut(slot('sub_1.routing.0'), [count.name], placed) };
  await conclusions.close('sub_1', { end: { status: 'delivered', endedAt: at }, ...lead });
  const { code, output } = await world.sluice(['doctor']);
  expect(output).toContain(named);
  expect(code).toBe(1);
}, 60_000);
