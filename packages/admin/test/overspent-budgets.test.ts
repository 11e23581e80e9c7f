/** A budget that a buyer's answer exceeds is shown where operators look. */
import { adminGetNow, adminListCampaigns } from '@sluice/contracts';
import { campaignCount } from '@sluice/domain';
import { duringTests, openSlot, putItem, slot } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { everyOverspentBudget } from '../src/budgets/overspent-budgets.js';
import { aBuyer, aCampaign } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const of = () => world.stores.forTenant('alpha');

/** Places a lead that was expected to earn 40 with a campaign whose budget that just fits, for another amount. */
async function placedFor(campaignId: string, minor: number): Promise<void> {
  const budget = { budget: 40, currency: 'USD', type: 'daily' };
  const campaign = aCampaign(campaignId, { deliveryLimits: [budget] });
  await putItem(of().campaigns, campaignId, campaign);
  const at = world.stores.clock.now();
  const count = campaignCount(campaign, undefined, 'UTC', at);
  const name = `sub_${campaignId}.routing.0`;
  await openSlot(of(), slot(name), at, [{ ...count, expected: { currency: 'USD', minor: 4_000 } }]);
  const amount = { currency: 'USD', minor };
  await of().conclusions.close(`sub_${campaignId}`, {
    end: { status: 'delivered', endedAt: at },
    counts: of().counts.takenOut(slot(name), [count.name], { at, amount }),
  });
}

/** The findings about budgets; what the database does not answer in time is in a later observation. */
async function overspentNow() {
  for (;;) {
    const { findings } = (await world.call(adminGetNow)).data;
    const found = findings.filter(({ kind }) => kind === 'budget_overspent');
    if (found.length > 0) return found;
    await pause(250);
  }
}

it('a budget that an answer above the expectation exceeded is a finding, and one that is just used up is none', async () => {
  await placedFor('FITS', 4_000);
  await placedFor('OVER', 4_250);
  expect(await everyOverspentBudget(world.deps)).toEqual([
    {
      ...({ tenantId: 'alpha', of: 'campaign', id: 'OVER', period: 'daily', currency: 'USD' } as const),
      budget: 40,
      spent: 42.5,
      turnsAt: expect.any(Date) as Date,
    },
  ]);
  expect(await overspentNow()).toEqual([
    expect.objectContaining({
      headline: 'Campaign OVER has spent $42.50 of its daily budget of $40.00',
      tenantId: 'alpha',
      severity: 'warning',
      link: '/campaigns/alpha/OVER',
    }),
  ]);
}, 60_000);

it('the use of a budget is shown as money', async () => {
  await placedFor('MONEY', 1_234);
  const { campaigns } = (await world.call(adminListCampaigns, { params: { tenantId: 'alpha' } })).data;
  const row = campaigns.find(({ campaignId }) => campaignId === 'MONEY');
  expect(row?.caps).toEqual([
    expect.objectContaining({ period: 'daily', cap: 40, taken: 12.34, currency: 'USD' }),
  ]);
});
