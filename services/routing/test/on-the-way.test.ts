/** A campaign at its bound of leads on their way: who waits, who goes on, and in which order. */
import { routingQueue, type SubmissionRecord } from '@sluice/contracts';
import { advance, now, sweepOnce, turnOf } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { aSubmission, duringTests, eventually } from '@sluice/testing';
import { GroupTurns } from '../src/group-turns.js';
import { OnTheWay } from '../src/on-the-way.js';
import { Openings } from '@sluice/pipeline';
import { routingStage } from '../src/routing-stage.js';
import { openRoutingProcesses } from './routing-processes.js';

const world = duringTests(openRoutingProcesses);

const countsOf = (campaignId: string, clientId = campaignId) => [
  `client.${clientId}`,
  `campaign.${campaignId}`,
];

async function qualified(campaignId: string, leads: number): Promise<readonly SubmissionRecord[]> {
  const made: SubmissionRecord[] = [];
  for (let n = 0; n < leads; n += 1) made.push(await world.qualified(campaignId));
  return made;
}

const idsOf = (submissions: readonly SubmissionRecord[]) =>
  submissions.map(({ submissionId }) => submissionId);

/** How often runs of these submissions ended so. */
function outcomes(submissions: readonly SubmissionRecord[]): Record<string, number> {
  const ids = new Set(idsOf(submissions));
  const counted: Record<string, number> = {};
  for (const { submissionId, outcome } of world.ran)
    if (ids.has(submissionId)) counted[outcome] = (counted[outcome] ?? 0) + 1;
  return counted;
}

const routedOf = (submissions: readonly SubmissionRecord[]) => {
  const ids = new Set(idsOf(submissions));
  return world.routed().filter((id) => ids.has(id));
};

/** Ends what is routed to a campaign, until all of these are routed. */
async function drain(campaignId: string, submissions: readonly SubmissionRecord[]): Promise<void> {
  const ended = new Set<string>();
  await eventually(
    `all ${submissions.length} are routed`,
    async () => {
      const routed = routedOf(submissions).filter((id) => !ended.has(id));
      for (const id of routed) ended.add(id);
      await world.end(routed, countsOf(campaignId));
      return ended.size === submissions.length;
    },
    40_000,
  );
}

async function makeOverdue(submissions: readonly SubmissionRecord[]): Promise<void> {
  const ids = submissions.map(({ tenantId, submissionId }) => `${tenantId}/${submissionId}`);
  const dueAt = new Date(now(world.core).getTime() - 60_000);
  await world.db
    .collection<{ _id: string }>('submissions')
    .updateMany({ _id: { $in: ids } }, { $set: { dueAt } });
}

/** Sweeps once, and counts those of the submissions that it requeued. */
async function sweep(submissions: readonly SubmissionRecord[]): Promise<number> {
  const from = now(world.core);
  await sweepOnce(world.core);
  const found = await Promise.all(
    submissions.map(({ submissionId }) => world.mine.submissions.find(submissionId)),
  );
  return found.filter((one) => one?.enqueuedAt !== undefined && one.enqueuedAt >= from).length;
}

/** What a worker of qualification does right after it has recorded its decision. */
async function advanceQualified(submission: SubmissionRecord): Promise<void> {
  const stored = await world.mine.submissions.find(submission.submissionId);
  const recorded = {
    stage: 'qualification',
    generation: 0,
    decision: { kind: 'qualified', trace: [] },
    decidedAt: now(world.core),
  } as const;
  await advance(world.core, stored!, recorded, { ours: true });
}

const dueOf = async ({ submissionId }: SubmissionRecord) =>
  (await world.mine.submissions.find(submissionId))?.dueAt;

let process: Awaited<ReturnType<typeof world.startProcess>>;
const MOST = 5;

describe('one process', () => {
  beforeAll(async () => {
    process = await world.startProcess(MOST);
  });
  afterAll(() => process.close());

  it('keeps the leads of a campaign at its bound waiting, unread and unwritten, while those of another campaign of its client go on', async () => {
    await world.putCampaign('DOWN', []);
    await world.putCampaign('WELL', [], { clientId: 'DOWN' });
    const [down, well] = [await qualified('DOWN', 40), await qualified('WELL', 40)];
    const due = await Promise.all(down.map(dueOf));
    await world.enqueue(down.flatMap((one, index) => [one, well[index] as SubmissionRecord]));
    const ended = new Set<string>();
    await eventually(
      'all of the well one are routed',
      async () => {
        const fresh = routedOf(well).filter((id) => !ended.has(id));
        for (const id of fresh) ended.add(id);
        await world.end(fresh, countsOf('WELL', 'DOWN'));
        return ended.size === well.length;
      },
      20_000,
    );
    expect(await world.waiting('DOWN')).toBe(35);
    // Batches of a moment run side by side, so these need not be the first ones of all.
    const first = routedOf(down);
    expect(first).toHaveLength(MOST);
    const others = down.filter(({ submissionId }) => !first.includes(submissionId));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(outcomes(down)).toEqual({ routed: MOST, waits_for_campaign: 35 });
    const dueBefore = others.map((one) => due[down.indexOf(one)]);
    expect(await Promise.all(others.map(dueOf))).toEqual(dueBefore);

    // The oldest go first, as many as there is room for, and those that arrive meanwhile wait behind them.
    const late = await qualified('DOWN', 3);
    await world.enqueue(late);
    await eventually('they wait too', async () => (await world.waiting('DOWN')) === 38);
    await world.end(first.slice(0, 2), countsOf('DOWN'));
    await eventually('two more are routed', () => routedOf(others).length === 2);
    expect([...routedOf(others)].sort()).toEqual(idsOf(others).slice(0, 2));
    await world.end([...first.slice(2), ...idsOf(others).slice(0, 2)], countsOf('DOWN'));
    const rest = [...others, ...late].slice(2);
    for (let n = 0; n < rest.length; n += MOST) {
      const next = rest.slice(n, n + MOST);
      await eventually('the next ones are routed', () => routedOf(next).length === next.length, 20_000);
      expect(routedOf(rest).length).toBeLessThanOrEqual(n + MOST);
      await world.end(idsOf(next), countsOf('DOWN'));
    }
    expect(outcomes([...down, ...late])).toEqual({ routed: 43, waits_for_campaign: 38 });
    expect(await world.waiting('DOWN')).toBe(0);
    const routing = await world.mine.journal.find(late[0]!.submissionId, 'routing', 0);
    expect(routing?.trace[0]).toEqual({ looked: 'on_the_way', at: 'DOWN', verdict: 'passed' });
    const atOnce = await world.mine.journal.find(first[0]!, 'routing', 0);
    expect(atOnce?.trace.map(({ looked }) => looked)).not.toContain('on_the_way');
  }, 90_000);

  it('decides a lead that a rule sends to such a campaign at most once more, and leaves its own campaign alone', async () => {
    await world.putCampaign('TO', []);
    const rule = {
      routeTo: { campaignId: 'TO' },
      subRules: [{ conditions: [{ field: 'firstName', operator: 'equals', value: ['Ada'] }] }],
    };
    await world.putCampaign('BY_RULE', [], { routingRules: [rule] as never });
    const own = await qualified('TO', MOST);
    await world.enqueue(own);
    await eventually('its own are routed', () => routedOf(own).length === MOST);
    const sent = await qualified('BY_RULE', 8);
    await world.enqueue(sent);
    await eventually('those of the rule wait', async () => (await world.waiting('TO')) === 8);
    await world.end(idsOf(own), countsOf('TO'));
    await drain('TO', sent);
    expect(outcomes(sent)).toEqual({ waits_for_campaign: 8, routed: 8 });
    const decision = await world.mine.journal.find(sent[0]!.submissionId, 'routing', 0);
    expect(decision).toMatchObject({ kind: 'routed', campaignId: 'TO' });
  }, 60_000);

  it('takes a formerly held lead the same way', async () => {
    await world.putCampaign('HELD', []);
    const own = await qualified('HELD', MOST);
    await world.enqueue(own);
    await eventually('its own are routed', () => routedOf(own).length === MOST);
    const [held] = await qualified('HELD', 1);
    if (!held) throw new Error('none was qualified');
    const until = now(world.core);
    const decision = {
      kind: 'held',
      reason: 'outside_hours',
      campaignId: 'HELD',
      until,
      waitsFor: [],
      trace: [],
    };
    await world.mine.journal.record(held, 'routing', 0, decision as never, now(world.core));
    await world.mine.submissions.hold(held.submissionId, 0, decision);
    await makeOverdue([held]);
    expect(await sweep([held])).toBe(1);
    await eventually('it waits', async () => (await world.waiting('HELD')) === 1);
    await makeOverdue([held]);
    expect(await sweep([held])).toBe(0);
    await world.end(idsOf(own).slice(0, 1), countsOf('HELD'));
    await eventually('it is routed', () => routedOf([held]).length === 1);
    expect(await world.mine.journal.find(held.submissionId, 'routing', 1)).toMatchObject({ kind: 'routed' });
  }, 60_000);

  it('has those that are qualified while others wait join them without a run of their own', async () => {
    await world.putCampaign('LINE', []);
    const first = await qualified('LINE', 10);
    await world.enqueue(first);
    await eventually('five wait', async () => (await world.waiting('LINE')) === 5);
    const then = await qualified('LINE', 10);
    const [test, retry] = [
      await world.qualified('LINE', { isTest: true }),
      await world.qualified('LINE', { retryOf: first[0]!.submissionId }),
    ];
    for (const submission of [...then, test, retry]) await advanceQualified(submission);
    expect(await world.waiting('LINE')).toBe(15);
    await eventually('the test lead has run', () => routedOf([test]).length === 1);
    expect(outcomes(then)).toEqual({});
    await drain('LINE', [...first, ...then, retry]);
    expect(outcomes(then)).toEqual({ routed: 10 });
  }, 60_000);

  it('is left alone by the sweep while its leads wait, and an emptied Redis loses none of them', async () => {
    await world.putCampaign('SWEPT', []);
    const leads = await qualified('SWEPT', 20);
    await world.enqueue(leads);
    await eventually('fifteen wait', async () => (await world.waiting('SWEPT')) === 15);
    const waiting = leads.slice(MOST);
    await makeOverdue(waiting);
    expect(await sweep(waiting)).toBe(0);
    const later = await dueOf(waiting[0]!);
    expect(Number(later)).toBeGreaterThan(now(world.core).getTime());

    await world.emptyRedis();
    await makeOverdue(waiting);
    // Those that are qualified begin again with that stage, which here is put into the queue by hand.
    expect(await sweep(waiting)).toBe(15);
    await world.enqueue(waiting);
    await eventually('fifteen wait again', async () => (await world.waiting('SWEPT')) === 15);
    await drain('SWEPT', leads);
    expect(outcomes(leads).routed).toBe(20);
  }, 60_000);
});

it('a submission that waits makes way for a newer one of its lead', async () => {
  await world.putCampaign('AGAIN', []);
  const { core, mine } = world;
  const [waits] = await qualified('AGAIN', 1);
  if (!waits) throw new Error('none was qualified');
  const { tenantId, leadId, submissionId } = waits;
  const newer = aSubmission({
    submissionId: newId('submission'),
    leadId,
    campaignId: 'AGAIN',
    first: false,
    predecessorId: submissionId,
    kind: 'repost',
    acceptedAt: now(core),
  });
  await core.stores.accept({ submission: newer });
  await mine.leads.addSubmission(leadId, 0, newer.submissionId, { status: 'pending' });
  expect(await turnOf(core, newer)).toBe('waits');
  const item = routingQueue.item({ tenantId, submissionId, generation: 0 });
  const list = { tenantId, list: 'campaign.AGAIN' };
  await core.producer.lists(routingQueue).add(list, { item, sinceMs: Date.now() });
  expect(await turnOf(core, newer)).toBe('begins');
  expect(await mine.journal.find(submissionId, 'routing', 0)).toMatchObject({ kind: 'superseded' });
  // Its turn on the list comes all the same, and nothing is left to do.
  expect(await world.route(waits)).toEqual({ outcome: 'nothing_left' });
});

it('a lead that waits for the member of a group gives its turn back', async () => {
  for (const member of ['GA', 'GB']) await world.putCampaign(member, []);
  const members = ['GA', 'GB'].map((campaignId) => ({ campaignId, weight: 1 }));
  const groups = [{ name: 'one', method: 'weighted' as const, currency: 'USD', members }];
  await world.putCampaign('GROUP', [], { distribution: { groups } });
  const leads = await qualified('GROUP', 3);
  const deps = {
    ...world.core,
    turns: new GroupTurns(),
    openings: new Openings(),
    onTheWay: new OnTheWay(0),
  };
  for (const { tenantId, submissionId } of leads) {
    const ended = await routingStage.run({ tenantId, submissionId, generation: 0 }, deps, { first: true });
    expect(ended).toEqual({ outcome: 'waits_for_campaign', waitsOn: 'campaign.GA' });
  }
});

describe('several processes', () => {
  it('together keep near the bound, and route each lead once and in about its order', async () => {
    const several = await Promise.all([1, 2, 3].map(() => world.startProcess(10)));
    try {
      await world.putCampaign('THREE', []);
      const leads = await qualified('THREE', 150);
      await world.enqueue(leads);
      await eventually('the rest waits', async () => (await world.waiting('THREE')) >= 150 - 30);
      // At most what each of them has room for before it reads the count again.
      expect(routedOf(leads).length).toBeLessThanOrEqual(30);
      await drain('THREE', leads);
      const { routed, waits_for_campaign: waited = 0 } = outcomes(leads);
      expect(routed).toBe(150);
      expect(waited).toBeLessThanOrEqual(150);
      expect(new Set(routedOf(leads)).size).toBe(150);
      const places = routedOf(leads).map((id) => idsOf(leads).indexOf(id));
      const late = places.filter((place, index) => index - place > 40);
      expect(late).toEqual([]);
    } finally {
      await Promise.all(several.map((one) => one.close()));
    }
  }, 90_000);

  it('go on with what a process that died had put on the list', async () => {
    const first = await world.startProcess(MOST);
    await world.putCampaign('DIES', []);
    const leads = await qualified('DIES', 30);
    await world.enqueue(leads);
    await eventually('the rest waits', async () => (await world.waiting('DIES')) === 25);
    first.die();
    await world.end(idsOf(leads).slice(0, MOST), countsOf('DIES'));
    const second = await world.startProcess(MOST);
    await drain('DIES', leads);
    expect(outcomes(leads)).toEqual({ routed: 30, waits_for_campaign: 25 });
    await second.close();
  }, 90_000);

  it('leave no lead on a list that was released into a queue that lost it', async () => {
    await world.putCampaign('LOST', []);
    const [lead] = await qualified('LOST', 1);
    if (!lead) throw new Error('none was qualified');
    const { tenantId } = lead;
    const item = routingQueue.item({ tenantId, submissionId: lead.submissionId, generation: 0 });
    const lists = world.core.producer.lists(routingQueue);
    await lists.add({ tenantId, list: 'campaign.LOST' }, { item, sinceMs: Date.now() });
    const { released } = await lists.release({ tenantId, list: 'campaign.LOST' }, 1);
    expect(released).toHaveLength(1);
    const real = Date.now;
    try {
      Date.now = () => real() + 61_000;
      await lists.release({ tenantId, list: 'campaign.LOST' }, 0);
    } finally {
      Date.now = real;
    }
    expect((await lists.find(tenantId, [item])).size).toBe(0);
  });
});
