import fc from 'fast-check';
import { inState } from '../../test/builders.js';
import { ask, type RoutingTable, routingTableOf } from '../../test/routing-table.js';
import { deliveryWindow } from '../time/delivery-window.js';
import { type ApplicableLimit, campaignCount, clientCount } from './limits.js';

const codes = ['OWN', 'AA', 'BB', 'CC'];
const code = fc.constantFrom(...codes, 'GONE');
const action = fc.constantFrom('queue', 'queue', 'queue', 'reject', 'route', 'next');
const limit = fc.record({
  cap: fc.constantFrom(0, 1, 2, 3),
  type: fc.constantFrom('hourly', 'daily', 'weekly', 'monthly', 'lifetime'),
  action,
  routeToCampaignId: code,
});
const time = fc.constantFrom('00:00', '01:30', '02:15', '09:00', '17:00', '23:30');
const day = fc.record({
  day: fc.constantFrom('Monday', 'Saturday', 'Sunday'),
  startTime: time,
  endTime: time,
  active: fc.boolean(),
});
const schedule = fc.record({
  timezone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe'),
  action,
  routeToCampaignId: code,
  specificDays: fc.array(day, { maxLength: 3 }),
});
const campaign = fc.record(
  {
    active: fc.constantFrom(true, true, true, false),
    fallbackCampaigns: fc.array(code, { maxLength: 4 }),
    routingRules: fc.array(
      fc.record({ routeTo: fc.record({ campaignId: code }), subRules: fc.constant(inState('CA').subRules) }),
      { maxLength: 2 },
    ),
    deliveryLimits: fc.array(limit, { maxLength: 2 }),
    deliverySchedule: schedule,
  },
  { requiredKeys: ['routingRules'] },
);
const situations = fc.record({
  campaigns: fc.tuple(campaign, campaign, campaign, campaign),
  maxLeadsPerDay: fc.constantFrom(undefined, 0, 1, 2),
  placed: fc.constantFrom(0, 0, 1, 2),
  now: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
});

type Situation = typeof situations extends fc.Arbitrary<infer Value> ? Value : never;

/** A table in which `placed` leads count already under every limit of that instant. */
function build({ campaigns, maxLeadsPerDay, placed, now }: Situation): RoutingTable {
  const table = routingTableOf(
    Object.fromEntries(codes.map((each, index) => [each, campaigns[index] ?? {}])),
    {
      clients: { cli_acme: { settings: { maxLeadsPerDay } } },
    },
  );
  for (const each of codes) for (const { name } of limitsOf(table, each, now)) table.placed.set(name, placed);
  return table;
}

function limitsOf(table: RoutingTable, campaignId: string, now: Date): readonly ApplicableLimit[] {
  const campaign = table.campaigns.get(campaignId);
  const client = table.clients.get('cli_acme');
  if (!campaign || !client) return [];
  return [
    ...campaignCount(campaign, client, undefined, now).limits,
    ...clientCount(client, undefined, now).limits,
  ];
}

it('routing asks for each campaign once, and a granted reservation is its last question', async () => {
  const decided = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const table = build(situation);
      const before = new Map(table.placed);
      const { decision, questions } = await ask(table, { now: situation.now });
      decided.set(decision.kind, (decided.get(decision.kind) ?? 0) + 1);

      const asked = questions.flatMap((question) => (question.kind === 'campaign' ? [question.of[0]] : []));
      expect(new Set(asked).size).toBe(asked.length);

      const taken = [...table.placed.keys()].filter(
        (limit) => table.placed.get(limit) !== (before.get(limit) ?? 0),
      );
      const limits = decision.kind === 'routed' ? limitsOf(table, decision.campaignId, situation.now) : [];
      expect(taken.sort()).toEqual(limits.map(({ name }) => name).sort());
      if (taken.length > 0) expect(questions.at(-1)?.kind).toBe('reserve');
    }),
    { numRuns: 400 },
  );
  // The property is meaningless if all situations end alike.
  for (const kind of ['routed', 'held', 'rejected', 'error']) expect(decided.get(kind)).toBeGreaterThan(0);
});

it('routing holds a lead until a future instant at which the campaign is open and the full periods have ended', async () => {
  let held = 0;
  let heldByLimit = 0;
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const table = build(situation);
      const { decision } = await ask(table, { now: situation.now });
      if (decision.kind !== 'held') return;
      held += 1;
      if (decision.reason !== 'outside_hours') heldByLimit += 1;

      const { campaignId, until, waitsFor } = decision;
      expect(until.getTime()).toBeGreaterThan(situation.now.getTime());
      const schedule = table.campaigns.get(campaignId)?.deliverySchedule;
      expect(deliveryWindow(schedule, until, 'UTC').kind).toBe('open');
      const running = new Set(limitsOf(table, campaignId, until).map(({ name }) => name));
      const full = limitsOf(table, campaignId, situation.now).filter(
        ({ name, cap, count }) => waitsFor.includes(count) && (table.placed.get(name) ?? 0) >= cap,
      );
      expect(full.filter(({ name, action }) => action === 'queue' && running.has(name))).toEqual([]);
    }),
    { numRuns: 400 },
  );
  expect(heldByLimit).toBeGreaterThan(0);
  expect(held - heldByLimit).toBeGreaterThan(0);
});
