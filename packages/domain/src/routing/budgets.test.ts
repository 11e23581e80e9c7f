import { ask, brief, candidates, decide, routingTableOf } from '../../test/routing-table.js';

describe('a budget', () => {
  const budget = (amount: number, currency = 'USD', action?: string) => ({
    deliveryLimits: [{ budget: amount, currency, type: 'daily', action }],
  });
  const price = (amount: number, currency = 'USD') => ({ price: { currency, amount } });
  const spent = { 'campaign.OWN.daily_USD.2026-08-01': 10_000 };

  it('that is spent holds leads until its period ends, like a cap', async () => {
    const table = routingTableOf({ OWN: { ...budget(100), ...price(40) } }, { placed: spent });
    expect(await decide(table)).toMatchObject({
      kind: 'held',
      reason: 'daily_budget_full',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.OWN'],
      needs: [{ count: 'campaign.OWN', minor: 4_000 }],
    });
  });

  it('never opens for a lead that is dearer than all of it', async () => {
    const table = routingTableOf({ OWN: { ...budget(100), ...price(100.01) } }, { placed: spent });
    expect(brief(await decide(table))).toBe('rejected daily_budget_full');
  });

  it('is asked for with the expected price in minor units', async () => {
    const { questions } = await ask(routingTableOf({ OWN: { ...budget(100), ...price(40.5) } }));
    const last = questions.at(-1);
    expect(last).toMatchObject({
      kind: 'reserve',
      of: [
        [
          { expected: { currency: 'USD', minor: 4_050 }, limits: [{ cap: 10_000, currency: 'USD' }] },
          { expected: { currency: 'USD', minor: 4_050 } },
        ],
        'OWN',
      ],
    });
  });

  it('of the client counts beside those of its campaigns', async () => {
    const settings = { maxSpendPerDay: 50, maxSpendPerMonth: 900, currency: 'USD' };
    const clients = { cli_acme: { settings } };
    const placed = { 'client.cli_acme.daily_USD.2026-08-01': 5_000 };
    expect(brief(await decide(routingTableOf({ OWN: price(1) }, { clients, placed })))).toBe(
      'held client_daily_budget_full',
    );
  });

  it('in another currency than the price is not spent: the campaign is passed over', async () => {
    const OWN = { ...budget(100, 'EUR'), ...price(40), fallbackCampaigns: ['FB'] };
    expect(candidates(await decide(routingTableOf({ OWN, FB: {} })))).toEqual([
      'OWN own_campaign passed_over currency_differs',
      'FB fallback chosen',
    ]);
  });
});
