import type { TenantFile } from '@sluice/contracts';
import { currencyProblems } from './currency-problems.js';
import type { Stored } from './live-file.js';

const client = { clientId: 'cli_1', settings: { maxSpendPerDay: 500, currency: 'EUR' } };
const campaign = { campaignId: 'AA', clientId: 'cli_1', price: { currency: 'USD', amount: 40 } };
const file = (some: object) => ({ clients: [], campaigns: [], ...some }) as unknown as TenantFile;
const stored = (some: object) => ({ clients: new Map(), campaigns: new Map(), ...some }) as unknown as Stored;

it('a price in another currency than the budget of a stored client is refused', () => {
  const live = stored({ clients: new Map([['cli_1', client]]) });
  expect(currencyProblems(file({ campaigns: [campaign] }), live)).toEqual([
    "campaigns.0.price.currency: must be EUR, the currency of its client's budget",
  ]);
  const fitting = { ...campaign, price: { currency: 'EUR', amount: 40 } };
  expect(currencyProblems(file({ campaigns: [fitting] }), live)).toEqual([]);
});

it('a budget in another currency than the price of a stored campaign is refused', () => {
  const live = stored({ campaigns: new Map([['AA', campaign]]) });
  expect(currencyProblems(file({ clients: [client] }), live)).toEqual([
    'clients.0.settings.currency: must be the currency in which its campaigns AA have prices',
  ]);
  const replaced = { ...campaign, price: { currency: 'EUR', amount: 40 } };
  expect(currencyProblems(file({ clients: [client], campaigns: [replaced] }), live)).toEqual([]);
});
