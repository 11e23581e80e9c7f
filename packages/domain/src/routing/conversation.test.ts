import { converse, type RoutingAnswer, type RoutingAnswers } from './conversation.js';
import { route } from './route.js';
import { inState } from '../../test/builders.js';
import {
  answer,
  daily,
  decide,
  mondays,
  routeInput,
  type RoutingTable,
  routingTableOf,
} from '../../test/routing-table.js';

it('routing refuses an answer to a question that it did not ask', () => {
  const conversation = route(routeInput());
  conversation.next();
  expect(() => conversation.next({ kind: 'room', full: [] })).toThrow(
    'routing asked for campaign and was answered room',
  );
});

const campaignIn = (answer: RoutingAnswer) => (answer.kind === 'campaign' ? answer.campaign : undefined);
const fullIn = (answer: RoutingAnswer) => (answer.kind === 'room' ? answer.full : []);

function answersFrom(table: RoutingTable): RoutingAnswers {
  return {
    campaign: async (campaignId) => campaignIn(answer(table, { kind: 'campaign', campaignId })),
    campaignOf: async (clientName, offerName) =>
      campaignIn(answer(table, { kind: 'campaign_of', clientName, offerName })),
    client: async (clientId) => table.clients.get(clientId),
    endpoint: async () => undefined,
    isDown: async () => false,
    turn: async () => ({ at: -1, ratios: [] }),
    giveBack: async () => undefined,
    peek: async (counts, campaignId) => fullIn(answer(table, { kind: 'peek', counts, campaignId })),
    reserve: async (counts, campaignId) => fullIn(answer(table, { kind: 'reserve', counts, campaignId })),
  };
}

const named = { clientName: 'Borden', offerName: 'Roundup' };
const own = { routingRules: [{ ...inState('CA'), routeTo: named }], ...daily() };

test.each([
  ['routed', { OWN: own, BOR: { ...named, ...mondays('next'), ...daily() } }],
  ['held', { OWN: own, BOR: { ...named, ...mondays() } }],
  ['error', {}],
])('routing decides the same with asynchronous as with synchronous answers: %s', async (kind, campaigns) => {
  const decision = await converse(route(routeInput()), answersFrom(routingTableOf(campaigns)));
  expect(decision.kind).toBe(kind);
  expect(decision).toEqual(decide(routingTableOf(campaigns)));
});

it('routing ends with the error that an answer throws', async () => {
  const answers = {
    ...answersFrom(routingTableOf({ OWN: {} })),
    client: () => Promise.reject(new Error('store is away')),
  };
  await expect(converse(route(routeInput()), answers)).rejects.toThrow('store is away');
});
