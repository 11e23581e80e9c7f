import type { Campaign } from '@sluice/contracts';
import type { Simulation } from '@sluice/pipeline';
import { newSide, noteOffer, offeredBy, takesTurns } from '../src/what-if/offered.js';

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
  const side = newSide();
  noteOffer(side, offer({ priceTerms: { currency: 'USD', expectedMinor: 4_050 } }));
  noteOffer(side, offer({ priceTerms: { currency: 'USD', expectedMinor: 1 } }));
  noteOffer(side, offer({ priceTerms: { currency: 'JPY', expectedMinor: 900 } }));
  noteOffer(side, offer({}));
  noteOffer(side, { ...offer({}), delivery: { kind: 'none', reason: 'no_destination', trace: [] } });
  const sum = {
    leads: 4,
    unpriced: 1,
    money: [
      { currency: 'JPY', amount: 900 },
      { currency: 'USD', amount: 40.51 },
    ],
  };
  expect(offeredBy(side)).toEqual({ ...sum, buyers: [{ campaignId: 'AA', ...sum }] });
});

it('what each buyer would be offered is told apart, and by the group as whose member', () => {
  const side = newSide();
  const chosen = (group: string, campaignId: string) => ({
    campaignId,
    priceTerms: { currency: 'USD', expectedMinor: 1_000 },
    trace: [{ looked: 'candidate', at: campaignId, verdict: 'chosen', values: { via: 'group', group } }],
  });
  for (const [group, code] of [
    ['one', 'AA'],
    ['one', 'BB'],
    ['two', 'AA'],
    ['one', 'AA'],
  ] as const)
    noteOffer(side, offer(chosen(group, code)));
  const { buyers } = offeredBy(side);
  expect(buyers.map(({ group, campaignId, leads, money }) => [group, campaignId, leads, money])).toEqual([
    ['one', 'AA', 2, [{ currency: 'USD', amount: 20 }]],
    ['one', 'BB', 1, [{ currency: 'USD', amount: 10 }]],
    ['two', 'AA', 1, [{ currency: 'USD', amount: 10 }]],
  ]);
});

it('each offer of a group whose members take turns is one of its turns', () => {
  const side = newSide();
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
