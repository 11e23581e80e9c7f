import type { Campaign } from '@sluice/contracts';
import type { Simulation } from '@sluice/pipeline';
import { noteOffer, offeredBy, sideOf, takesTurns } from '../src/what-if/offered.js';

const campaign = { campaignId: 'ALL' } as Campaign;
const offer = (more: object): Simulation => ({
  decisions: [
    {
      stage: 'routing',
      effects: [],
      decision: {
        kind: 'routed',
        campaignId: 'AA',
        clientId: 'cli_a',
        reservedAt: new Date(0),
        trace: [],
        ...more,
      },
    },
  ],
  delivery: { kind: 'request', method: 'POST', url: 'https://buyer.example', body: '', trace: [] },
});

it('what a campaign would offer is summed by currency, in units of the currency', () => {
  const side = sideOf(campaign);
  noteOffer(side, offer({ priceTerms: { currency: 'USD', expectedMinor: 4_050 } }));
  noteOffer(side, offer({ priceTerms: { currency: 'USD', expectedMinor: 1 } }));
  noteOffer(side, offer({ priceTerms: { currency: 'JPY', expectedMinor: 900 } }));
  noteOffer(side, offer({}));
  noteOffer(side, { ...offer({}), delivery: { kind: 'none', reason: 'no_destination', trace: [] } });
  expect(offeredBy(side)).toEqual({
    leads: 4,
    money: [
      { currency: 'JPY', amount: 900 },
      { currency: 'USD', amount: 40.51 },
    ],
  });
});

it('each offer of a group whose members take turns is one of its turns', () => {
  const side = sideOf(campaign);
  for (const member of ['AA', 'AA', 'BB']) noteOffer(side, offer({ groupCount: `group.ALL.one.${member}` }));
  expect(Object.fromEntries(side.turns)).toEqual({ 'group.ALL.one.AA': 2, 'group.ALL.one.BB': 1 });
});

it.each([
  ['priority', false],
  ['highest_price', false],
  ['weighted', true],
  ['round_robin', true],
] as const)('members of a group of the method %s take turns: %s', (method, takes) => {
  const members = [{ campaignId: 'AA', weight: 1 }];
  const distribution = { groups: [{ name: 'one', method, currency: 'USD', members }] };
  expect(takesTurns({ ...campaign, distribution })).toBe(takes);
});
