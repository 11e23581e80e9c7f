/** Who has a turn in a group, and who gives it back. */
import {
  answer,
  ask,
  brief,
  daily,
  decide,
  fullDaily,
  routeInput,
  routingTableOf,
} from '../../test/routing-table.js';
import type { RoutingQuestion } from './conversation.js';
import { route } from './route.js';

const group = (name: string, method: string, ...codes: readonly string[]) => ({
  name,
  method,
  members: codes.map((campaignId) => ({ campaignId })),
});
const distributing = (...groups: readonly object[]) => ({ distribution: { groups } });

it('a campaign that was looked at before has no turn in a later group', () => {
  const OWN = distributing(group('one', 'priority', 'AA'), group('two', 'round_robin', 'AA', 'BB'));
  const { decision, questions } = ask(routingTableOf({ OWN, AA: { active: false }, BB: {} }));
  expect(brief(decision)).toBe('routed BB');
  const turns = questions.filter((question) => question.kind === 'turn');
  expect(turns.map(({ members }) => members.map(({ count }) => count.name))).toEqual([
    [expect.stringContaining('BB')],
  ]);
});

it.each([
  ['has something left', [], false],
  ['is spent', ['full'], true],
] as const)(
  'a member whose budget %s after a lead too dear for it is away: %s',
  (_, withoutPrice, isAway) => {
    const AA = {
      deliveryLimits: [{ budget: 100, currency: 'USD', type: 'daily' }],
      price: { currency: 'USD', amount: 60 },
    };
    const table = routingTableOf({ OWN: distributing(group('one', 'round_robin', 'AA')), AA });
    const conversation = route(routeInput());
    const questions: RoutingQuestion[] = [];
    for (let step = conversation.next(); !step.done;) {
      const question = step.value;
      questions.push(question);
      if (question.kind !== 'peek' && question.kind !== 'reserve')
        step = conversation.next(answer(table, question));
      else {
        const names = question.counts.flatMap(({ limits }) => limits.map(({ name }) => name));
        const isPriced = question.counts.some(({ expected }) => expected);
        step = conversation.next({ kind: 'room', full: isPriced || withoutPrice.length > 0 ? names : [] });
      }
    }
    expect(questions.filter(({ kind }) => kind === 'give_back')).toMatchObject([{ isAway }]);
  },
);

it.each(['queue', 'reject'])(
  'a campaign without a destination is passed over, also when it is full and its action is %s',
  (action) => {
    const nowhere = { cli_nowhere: { settings: { defaultPostingUrl: undefined } } };
    const OWN = { ...daily(action), clientId: 'cli_nowhere', fallbackCampaigns: ['FB'] };
    const table = routingTableOf({ OWN, FB: {} }, { clients: nowhere, placed: fullDaily('OWN') });
    expect(brief(decide(table))).toBe('routed FB');
  },
);
