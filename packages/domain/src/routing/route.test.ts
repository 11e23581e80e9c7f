import type { TraceEntry } from '@sluice/contracts';
import { inState, type Sent } from '../../test/builders.js';
import {
  answersFrom,
  ask,
  brief,
  candidates,
  daily,
  decide,
  fullDaily,
  routeInput,
  saturdayNoon,
  routingTableOf,
} from '../../test/routing-table.js';
import { route } from './route.js';

describe('routing candidates', () => {
  it("are only the lead's own campaign when it has free slots", async () => {
    const { decision, questions } = await ask(
      routingTableOf({ OWN: { fallbackCampaigns: ['FB1'] }, FB1: {} }),
    );
    expect(decision).toEqual({
      kind: 'routed',
      campaignId: 'OWN',
      clientId: 'cli_acme',
      reservedAt: saturdayNoon,
      trace: [{ looked: 'candidate', at: 'OWN', verdict: 'chosen', values: { via: 'own_campaign' } }],
    });
    expect(questions.map(({ kind }) => kind)).toEqual(['campaign', 'client', 'reserve']);
  });

  it('begin with the first matching rule by ascending priority', async () => {
    const routingRules = [
      { routeName: 'none', ...inState('CA'), routeTo: { campaignId: 'LAST' } },
      { routeName: 'second', priority: 2, ...inState('CA'), routeTo: { campaignId: 'TWO' } },
      { routeName: 'off', active: false, priority: 0, ...inState('CA'), routeTo: { campaignId: 'OFF' } },
      { routeName: 'texas', priority: -1, ...inState('TX'), routeTo: { campaignId: 'TEX' } },
      { routeName: 'empty', priority: 1, subRules: [], routeTo: { campaignId: 'EMPTY' } },
    ];
    const decision = await decide(
      routingTableOf({ OWN: { routingRules }, TWO: {}, LAST: {}, OFF: {}, TEX: {}, EMPTY: {} }),
    );
    expect(brief(decision)).toBe('routed TWO');
    expect(decision.trace.map(({ looked, at: name, verdict }) => [looked, name, verdict])).toEqual([
      ['routing_rule', 'texas', 'unmatched'],
      ['routing_rule', 'off', 'skipped'],
      ['routing_rule', 'empty', 'unmatched'],
      ['routing_rule', 'second', 'matched'],
      ['candidate', 'TWO', 'chosen'],
    ]);
  });

  it('may be named by client and offer in a rule', async () => {
    const routingRules = [{ ...inState('CA'), routeTo: { clientName: 'Borden', offerName: 'Roundup' } }];
    const BOR = { clientName: 'Borden', offerName: 'Roundup' };
    expect(brief(await decide(routingTableOf({ OWN: { routingRules }, BOR })))).toBe('routed BOR');
    const missing = await decide(routingTableOf({ OWN: { routingRules } }));
    expect(brief(missing)).toBe('routed OWN');
    expect(candidates(missing)).toEqual([
      'Borden / Roundup routing_rule passed_over campaign_not_found',
      'OWN own_campaign chosen',
    ]);
  });

  it('do not include the targets of rules when automatic routing is off', async () => {
    const routingRules = [{ ...inState('CA'), routeTo: { campaignId: 'TWO' } }];
    const decision = await decide(
      routingTableOf({ OWN: { routingRules, settings: { autoRoutingEnabled: false } }, TWO: {} }),
    );
    expect(brief(decision)).toBe('routed OWN');
    expect(decision.trace[0]).toEqual({
      looked: 'routing_rules',
      verdict: 'skipped',
      because: 'auto_routing_off',
    });
  });

  it('continue with the own campaign when the matching rule has no target or its target cannot take the lead', async () => {
    const ruled = (routeTo: Sent) => ({
      routingRules: [
        { priority: 1, ...inState('CA'), routeTo },
        { priority: 2, ...inState('CA'), routeTo: { campaignId: 'TWO' } },
      ],
    });
    expect(brief(await decide(routingTableOf({ OWN: ruled({}), TWO: {} })))).toBe('routed OWN');
    expect(brief(await decide(routingTableOf({ OWN: ruled({ campaignId: 'GONE' }), TWO: {} })))).toBe(
      'routed OWN',
    );
  });

  it('end with the fallback campaigns in order, passing over those that cannot take the lead', async () => {
    const table = routingTableOf(
      {
        OWN: { active: false, fallbackCampaigns: ['GONE', 'ARCH', 'DISQ', 'NOCLI', 'OFFCL', 'FULL', 'GOOD'] },
        ARCH: { archivedAt: '2026-01-01T00:00:00.000Z' },
        DISQ: { disqualificationConditionals: [{ name: 'West', ...inState('CA') }] },
        NOCLI: { clientId: 'cli_gone' },
        OFFCL: { clientId: 'cli_off' },
        FULL: daily('next'),
        GOOD: {},
      },
      { clients: { cli_off: { active: false } }, placed: fullDaily('FULL') },
    );
    const decision = await decide(table);
    expect(brief(decision)).toBe('routed GOOD');
    expect(candidates(decision)).toEqual([
      'OWN own_campaign passed_over inactive',
      'GONE fallback passed_over campaign_not_found',
      'ARCH fallback passed_over archived',
      'DISQ fallback passed_over disqualifying_condition',
      'NOCLI fallback passed_over client_not_found',
      'OFFCL fallback passed_over client_inactive',
      'FULL fallback passed_over daily_limit_full',
      'GOOD fallback chosen',
    ]);
  });

  it('do not include the fallbacks of fallbacks', async () => {
    const table = routingTableOf({
      OWN: { active: false, fallbackCampaigns: ['FB1'] },
      FB1: { active: false, fallbackCampaigns: ['FB2'] },
      FB2: {},
    });
    expect(brief(await decide(table))).toBe('error no_route');
  });

  it("do not have the own campaign's disqualification checked twice", async () => {
    const table = routingTableOf({ OWN: { disqualificationConditionals: [inState('CA')] } });
    expect(brief(await decide(table))).toBe('routed OWN');
  });

  it('are at most 25', async () => {
    const codes = Array.from({ length: 27 }, (_, index) => `FB${index}`);
    const off = Object.fromEntries(codes.map((code) => [code, { active: false }]));
    const { decision, questions } = await ask(
      routingTableOf({ OWN: { active: false, fallbackCampaigns: codes }, ...off, FB26: {} }),
    );
    expect(brief(decision)).toBe('error no_route');
    expect(questions.filter(({ kind }) => kind === 'campaign')).toHaveLength(25);
    expect(decision.trace.at(-1)).toMatchObject({
      at: 'FB24',
      verdict: 'skipped',
      because: 'too_many_candidates',
    });
  });

  it('yield no route when their campaigns no longer exist', async () => {
    expect(brief(await decide(routingTableOf({})))).toBe('error no_route');
  });
});

describe('routing of a retried delivery', () => {
  const own = {
    routingRules: [{ ...inState('CA'), routeTo: { campaignId: 'TWO' } }],
    fallbackCampaigns: ['FB1'],
    ...daily('next'),
  };
  it('considers its campaign only, without rules, fallbacks or disqualification', async () => {
    const table = routingTableOf({
      OWN: own,
      TWO: {},
      RETRY: { disqualificationConditionals: [inState('CA')] },
    });
    const { decision, questions } = await ask(table, { retryTo: 'RETRY' });
    expect(candidates(decision)).toEqual(['RETRY retry chosen']);
    expect(questions.filter(({ kind }) => kind === 'campaign')).toEqual([
      { kind: 'campaign', of: ['RETRY'] },
    ]);
  });

  it('does not move the lead away from a full campaign', async () => {
    const placed = fullDaily('OWN');
    expect(brief(await decide(routingTableOf({ OWN: own, FB1: {} }, { placed }), { retryTo: 'OWN' }))).toBe(
      'rejected no_capacity',
    );
    const routed = { ...own, ...daily('route', { routeToCampaignId: 'FB1' }) };
    expect(
      brief(await decide(routingTableOf({ OWN: routed, FB1: {} }, { placed }), { retryTo: 'OWN' })),
    ).toBe('rejected no_capacity');
  });
});

it('routing ends with the error that an answer throws', async () => {
  const answers = {
    ...answersFrom(routingTableOf({ OWN: {} })),
    client: () => Promise.reject(new Error('store is away')),
  };
  await expect(route(routeInput(), answers)).rejects.toThrow('store is away');
});

it('the routing trace names each limit, the delivery hours, and the generation of the released hold', async () => {
  const hours = {
    deliverySchedule: {
      timezone: 'America/New_York',
      specificDays: [{ day: 'Saturday', startTime: '06:00' }],
    },
  };
  const { trace } = await decide(routingTableOf({ OWN: { ...daily(), ...hours } }), { generation: 2 });
  expect(trace).toEqual<TraceEntry[]>([
    { looked: 'release', verdict: 'passed', values: { generation: 2 } },
    {
      looked: 'candidate',
      at: 'OWN',
      verdict: 'chosen',
      values: { via: 'own_campaign' },
      of: [
        {
          looked: 'limit',
          at: 'daily',
          verdict: 'passed',
          values: { counter: 'campaign.OWN.daily.2026-08-01', cap: 1 },
        },
        { looked: 'schedule', verdict: 'passed', values: { timezone: 'America/New_York' } },
      ],
    },
  ]);
});

describe('a campaign with the scope client', () => {
  const byClient = { settings: { dedupeEnabled: true, dedupeScope: 'client' } };
  const campaigns = { OWN: { ...byClient, fallbackCampaigns: ['FB1'] }, FB1: { clientId: 'cli_b' } };
  const clients = { cli_b: {} };

  it('is passed over for a person whom its client has, before room is asked for, and the next one gets the lead', async () => {
    const { decision, questions } = await ask(
      routingTableOf(campaigns, { clients, knowing: ['cli_acme', 'cli_b'] }),
    );
    expect(brief(decision)).toBe('routed FB1');
    expect(candidates(decision)[0]).toBe('OWN own_campaign passed_over duplicate_for_client');
    const kinds = questions.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'duplicateFor')).toHaveLength(1);
    expect(kinds.indexOf('duplicateFor')).toBeLessThan(kinds.indexOf('reserve'));
    expect(kinds.filter((kind) => kind === 'reserve')).toHaveLength(1);
  });

  it('takes anybody else', async () => {
    expect(brief(await decide(routingTableOf(campaigns, { clients, knowing: ['cli_b'] })))).toBe(
      'routed OWN',
    );
  });

  it('ends the lead as no_buyer where no other is left, and as no_capacity where one had no room', async () => {
    const knowing = ['cli_acme'];
    expect(brief(await decide(routingTableOf({ OWN: byClient }, { knowing })))).toBe('rejected no_buyer');
    const full = { ...campaigns, FB1: { clientId: 'cli_b', ...daily('next') } };
    const table = routingTableOf(full, { clients, knowing, placed: fullDaily('FB1') });
    expect(brief(await decide(table))).toBe('rejected no_capacity');
  });
});

it('a client whose list has the person is passed over before its duplicates are looked for, and the next one gets the lead', async () => {
  const own = { settings: { dedupeEnabled: true, dedupeScope: 'client' }, fallbackCampaigns: ['FB1'] };
  const campaigns = { OWN: own, FB1: { clientId: 'cli_b' } };
  const table = routingTableOf(campaigns, { clients: { cli_b: {} }, listing: ['cli_acme'] });
  const { decision, questions } = await ask(table);
  expect(brief(decision)).toBe('routed FB1');
  expect(candidates(decision)[0]).toBe('OWN own_campaign passed_over suppressed_for_client');
  expect(questions.filter(({ kind }) => kind === 'duplicateFor')).toEqual([]);
  const both = routingTableOf(campaigns, { clients: { cli_b: {} }, listing: ['cli_acme', 'cli_b'] });
  expect(brief(await decide(both))).toBe('rejected no_buyer');
});
