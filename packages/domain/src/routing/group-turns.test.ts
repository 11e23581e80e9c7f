/** Who has a turn in a group, and who gives it back. */
import {
  answersFrom,
  ask,
  brief,
  daily,
  decide,
  distributing,
  fullDaily,
  routeInput,
  routingTableOf,
} from '../../test/routing-table.js';
import type { Count } from './limits.js';
import { route } from './route.js';

const group = (name: string, method: string, ...codes: readonly string[]) => ({
  name,
  method,
  members: codes.map((campaignId) => ({ campaignId })),
});

it('a campaign that was looked at before has no turn in a later group', async () => {
  const OWN = distributing(group('one', 'priority', 'AA'), group('two', 'round_robin', 'AA', 'BB'));
  const { decision, questions } = await ask(routingTableOf({ OWN, AA: { active: false }, BB: {} }));
  expect(brief(decision)).toBe('routed BB');
  const turns = questions.flatMap((question) => (question.kind === 'turn' ? [question.of[0]] : []));
  expect(turns.map((members) => members.map(({ count }) => count.name))).toEqual([
    [expect.stringContaining('BB')],
  ]);
});

it.each([
  ['has something left', [], false],
  ['is spent', ['full'], true],
] as const)(
  'a member whose budget %s after a lead too dear for it is away: %s',
  async (_, withoutPrice, isAway) => {
    const AA = {
      deliveryLimits: [{ budget: 100, currency: 'USD', type: 'daily' }],
      price: { currency: 'USD', amount: 60 },
    };
    const table = routingTableOf({ OWN: distributing(group('one', 'round_robin', 'AA')), AA });
    const fullIn = async (counts: readonly Count[]) => {
      const isPriced = counts.some(({ expected }) => expected);
      const names = counts.flatMap(({ limits }) => limits.map(({ name }) => name));
      return isPriced || withoutPrice.length > 0 ? names : [];
    };
    const away: boolean[] = [];
    await route(routeInput(), {
      ...answersFrom(table),
      peek: fullIn,
      reserve: fullIn,
      giveBack: async (_count, isAwayNow) => void away.push(isAwayNow),
    });
    expect(away).toEqual([isAway]);
  },
);

it.each(['queue', 'reject'])(
  'a campaign without a destination is passed over, also when it is full and its action is %s',
  async (action) => {
    const nowhere = { cli_nowhere: { settings: { defaultPostingUrl: undefined } } };
    const OWN = { ...daily(action), clientId: 'cli_nowhere', fallbackCampaigns: ['FB'] };
    const table = routingTableOf({ OWN, FB: {} }, { clients: nowhere, placed: fullDaily('OWN') });
    expect(brief(await decide(table))).toBe('routed FB');
  },
);
