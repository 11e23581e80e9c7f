import {
  deliveryQueue,
  qualificationQueue,
  webhookQueue,
  type Campaign,
  type QueueDefinition,
  type StagePayload,
} from '@sluice/contracts';
import { newId } from '@sluice/process';
import { isOnHold, sweepTiming } from '@sluice/store';
import { eventually, withItsOwn } from '@sluice/testing';
import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createIntake,
  createReleaseWorkOnHold,
  endIfWaiting,
  sweepOnce,
  turnOf,
  unlessOnHold,
  type Core,
} from '../src/index.js';
import { startSweep } from '../src/sweep/sweep.js';
import { accept, openPipeline, queued } from './pipeline.js';

const past = () => new Date(Date.now() - 60_000);

/** An installation, and an operator in another process, which knows nothing of what this one has read. */
async function openHolds() {
  const world = await openPipeline({ sweep: sweepTiming(1_000) });
  const { core } = world;
  const operator = await world.openStores();
  const of = (tenantId: string) => core.stores.forTenant(tenantId);
  const hold = (tenantId: string) =>
    operator.tenantHolds.put({ tenantId, by: 'ada', reason: '', since: new Date() });
  const release = (tenantId: string) => operator.tenantHolds.release(tenantId);
  const dueAtOf = async (tenantId: string, id: string) => (await of(tenantId).submissions.find(id))?.dueAt;
  const inQueue = async (queue: Pick<QueueDefinition, 'name' | 'prefix'> = deliveryQueue) =>
    (await queued(world, queue)).flat();
  /** Those of `leads` that wait for delivery, as often as they do. */
  const queuedOf = async (leads: readonly StagePayload[]) => {
    const items = new Set(leads.map(({ submissionId }) => `${submissionId}.0`));
    return (await inQueue()).filter((item) => items.has(item));
  };
  /** An accepted lead that was routed, and which no queue holds. */
  const routed = async (tenantId: string): Promise<StagePayload> => {
    const submission = await accept(core, { tenantId, acceptedAt: past(), dueAt: past() });
    const { submissionId, campaignId, acceptedAt } = submission;
    const { journal } = of(tenantId);
    await journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, acceptedAt);
    const placement = { campaignId, clientId: 'cli_1', slots: [], reservedAt: acceptedAt };
    await journal.record(submission, 'routing', 0, { kind: 'routed', ...placement, trace: [] }, acceptedAt);
    return { tenantId, submissionId, generation: 0 };
  };
  const withSweep = async <T>(run: () => Promise<T>): Promise<T> => {
    const sweep = startSweep(core);
    try {
      return await run();
    } finally {
      await sweep.stop();
    }
  };
  return Object.assign(world, { operator, of, hold, release, dueAtOf, inQueue, queuedOf, routed, withSweep });
}

/** A delivery stage that notes its runs. */
function stageOf(runs: string[]) {
  return unlessOnHold<StagePayload, Core>({
    queue: deliveryQueue,
    budgetMs: 1_000,
    run: async ({ submissionId }) => {
      runs.push(submissionId);
      return { outcome: 'ran' };
    },
  });
}

describe('a worker', () => {
  it.concurrent(
    'puts a lead on hold that it may not deliver, and delivers at once after the release',
    withItsOwn(openHolds, async ({ hold, release, dueAtOf, routed, core }) => {
      const runs: string[] = [];
      const lead = await routed('w1');
      await hold('w1');
      const run = () => stageOf(runs).run(lead, core, { first: true });
      await eventually('the hold is known', async () => (await run()).outcome === 'on_hold', 30_000);
      expect(isOnHold(await dueAtOf('w1', lead.submissionId))).toBe(true);
      const before = runs.length;
      await release('w1');
      await pause(150);
      expect((await run()).outcome).toBe('ran');
      expect(runs.length).toBe(before + 1);
    }),
  );

  it.concurrent(
    'does the same during a hold of the installation',
    withItsOwn(openHolds, async ({ operator, dueAtOf, routed, core }) => {
      const lead = await routed('w2');
      await operator.hold.put({ at: new Date(), by: 'ada' });
      try {
        await eventually(
          'the hold is known',
          async () => (await stageOf([]).run(lead, core, { first: true })).outcome === 'on_hold',
          30_000,
        );
        expect(isOnHold(await dueAtOf('w2', lead.submissionId))).toBe(true);
      } finally {
        await operator.hold.release();
      }
    }),
  );
});

describe('the sweep', () => {
  it.concurrent(
    'puts overdue leads and effects on hold instead of requeuing them, and leaves them alone from then on',
    withItsOwn(
      openHolds,
      async ({ of, inQueue, hold, release, dueAtOf, queuedOf, routed, withSweep, core }) => {
        const lead = await routed('s1');
        const undecided = await accept(core, { tenantId: 's1', acceptedAt: past(), dueAt: past() });
        const effectId = `${lead.submissionId}.lead_created.webhook`;
        const effect = { effectId, tenantId: 's1', leadId: 'lead_1', submissionId: lead.submissionId };
        const more = { campaignId: 'ACMRU', kind: 'webhook', trigger: 'lead_created', body: {} } as const;
        await of('s1').effects.plan({ ...effect, ...more } as never, past(), past());
        await hold('s1');
        await eventually('the hold is known', () => core.stores.activeHolds.concern('s1'), 30_000);
        await sweepOnce(core);
        expect(await inQueue(qualificationQueue)).toContain(`${undecided.submissionId}.0`);
        expect([await queuedOf([lead]), await inQueue(webhookQueue)]).toEqual([[], []]);
        expect(isOnHold(await dueAtOf('s1', lead.submissionId))).toBe(true);
        expect(isOnHold((await of('s1').effects.find(effectId))?.dueAt)).toBe(true);
        await release('s1');
        await withSweep(() =>
          eventually(
            'both are requeued',
            async () => {
              const [leads, effects] = [await inQueue(), await inQueue(webhookQueue)];
              return leads.includes(`${lead.submissionId}.0`) && effects.includes(effectId);
            },
            30_000,
          ),
        );
      },
    ),
  );

  it.concurrent(
    'leaves a submission on hold that waits for the call of its first-submission webhook',
    withItsOwn(openHolds, async ({ of, inQueue, hold, release, dueAtOf, withSweep, core }) => {
      const submission = await accept(core, { tenantId: 's2', acceptedAt: past(), dueAt: past() });
      await of('s2').journal.record(
        submission,
        'qualification',
        0,
        { kind: 'awaiting_action', trace: [] } as never,
        past(),
      );
      await hold('s2');
      await eventually('the hold is known', () => core.stores.activeHolds.concern('s2'), 30_000);
      await sweepOnce(core);
      expect(await inQueue(qualificationQueue)).not.toContain(`${submission.submissionId}.0`);
      expect(isOnHold(await dueAtOf('s2', submission.submissionId))).toBe(true);
      await release('s2');
      await withSweep(() =>
        eventually(
          'it is requeued',
          async () => (await inQueue(qualificationQueue)).includes(`${submission.submissionId}.0`),
          30_000,
        ),
      );
    }),
  );

  it.concurrent(
    'finds what a worker put on hold after the release, because it had asked before',
    withItsOwn(openHolds, async ({ inQueue, routed, withSweep, core }) => {
      const lead = await routed('s3');
      await core.stores.workOnHold.put({ scope: 'submissions', tenantId: 's3', id: lead.submissionId });
      await withSweep(() =>
        eventually(
          'it is requeued',
          async () => (await inQueue()).includes(`${lead.submissionId}.0`),
          30_000,
        ),
      );
    }),
  );

  it.concurrent(
    'continues a release whose process died in the middle, whichever process sweeps next',
    withItsOwn(openHolds, async ({ queuedOf, routed, withSweep, core }) => {
      const leads = await Promise.all(Array.from({ length: 30 }, () => routed('s4')));
      const { workOnHold } = core.stores;
      for (const { submissionId: id } of leads)
        await workOnHold.put({ scope: 'submissions', tenantId: 's4', id });
      // What the process that died had released.
      await workOnHold.release('submissions', 's4', 10);
      await withSweep(() =>
        eventually('all are requeued', async () => new Set(await queuedOf(leads)).size === 30, 30_000),
      );
      expect(await queuedOf(leads)).toHaveLength(30);
    }),
  );

  it.concurrent(
    'stops a release that a new hold overtakes, and the next release finds the rest',
    withItsOwn(openHolds, async ({ operator, hold, release, queuedOf, routed, core }) => {
      const leads = await Promise.all(Array.from({ length: 20 }, () => routed('s5')));
      const { workOnHold } = core.stores;
      for (const { submissionId: id } of leads)
        await workOnHold.put({ scope: 'submissions', tenantId: 's5', id });
      await workOnHold.release('submissions', 's5', 5);
      await hold('s5');
      const releasing = createReleaseWorkOnHold(core);
      expect(await releasing()).toBe(0);
      await eventually('the hold is known', () => core.stores.activeHolds.concern('s5'), 30_000);
      await sweepOnce(core);
      expect(await queuedOf(leads)).toEqual([]);
      // The hold of the installation is still on.
      await operator.hold.put({ at: new Date(), by: 'ada' });
      await release('s5');
      expect(await releasing()).toBe(0);
      await operator.hold.release();
      expect(await releasing()).toBe(20);
    }),
  );

  it.concurrent(
    'fills the queues only so far during a release, so that the backlog stays small',
    withItsOwn(openHolds, async ({ core, emptyRedis }) => {
      const { workOnHold, due } = core.stores;
      const leads = await Promise.all(
        Array.from({ length: 6_000 }, () =>
          accept(core, { tenantId: 's6', dueAt: past(), acceptedAt: past() }),
        ),
      );
      await Promise.all(
        leads.map(({ submissionId: id }) => workOnHold.put({ scope: 'submissions', tenantId: 's6', id })),
      );
      const releasing = createReleaseWorkOnHold(core);
      expect(await releasing()).toBe(5_000);
      expect(await due.submissions('s6', 10_000)).toHaveLength(5_000);
      // Others have filled the queue.
      const payload = (n: number) => ({ tenantId: 'other', submissionId: `sub_${n}`, generation: 0 });
      await Promise.all(
        Array.from({ length: 6_000 }, (_, n) =>
          core.producer.add(deliveryQueue, { payload: payload(n), since: new Date() }),
        ),
      );
      expect(await releasing()).toBe(500);
      await emptyRedis();
      expect(await releasing()).toBe(500);
    }),
    60_000,
  );
});

describe('a submission on hold', () => {
  it(
    'gives way to a newer one of its lead before its first attempt, whose buyer is then never called',
    withItsOwn(openHolds, async ({ of, routed, core }) => {
      const lead = await routed('p1');
      const { submissions, attempts, journal } = of('p1');
      const found = async () => (await submissions.find(lead.submissionId))!;
      const because = { by: 'sub_newer', because: 'a newer submission of the lead' };
      await endIfWaiting(core, await found(), because);
      expect((await found()).dueAt).toBeDefined();
      await core.stores.workOnHold.put({ scope: 'submissions', tenantId: 'p1', id: lead.submissionId });
      await endIfWaiting(core, await found(), because);
      expect(await found()).toMatchObject({ status: 'superseded' });
      expect((await found()).dueAt).toBeUndefined();
      expect(await journal.find(lead.submissionId, 'delivery', 0)).toMatchObject({ kind: 'superseded' });
      const claimed = { n: 1, url: 'http://buyer', startedAt: past(), leaseUntil: past() };
      expect(await attempts.claim({ submissionId: lead.submissionId, generation: 0 }, claimed)).toBe(false);
    }),
  );

  it(
    'that a buyer may have makes a newer one wait for the release, without checking again and again',
    withItsOwn(openHolds, async ({ of, routed, core }) => {
      const lead = await routed('p2');
      const { submissions, attempts } = of('p2');
      const { leadId } = (await submissions.find(lead.submissionId))!;
      await attempts.claim(
        { submissionId: lead.submissionId, generation: 0 },
        {
          n: 1,
          url: 'http://buyer',
          startedAt: past(),
          leaseUntil: past(),
        },
      );
      const submissionId = newId('submission');
      const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', offerId: 'off_1' } as Campaign;
      const followUp = { tenantId: 'p2', leadId, submissionId, kind: 'submit', campaign } as const;
      await createIntake(core).acceptFollowUp({ ...followUp, refuse: () => undefined });
      const turn = async () => turnOf(core, (await submissions.find(submissionId))!);
      expect(await turn()).toBe('waits');
      await core.stores.workOnHold.put({ scope: 'submissions', tenantId: 'p2', id: lead.submissionId });
      expect(await turn()).toBe('on_hold');
      await core.stores.workOnHold.release('submissions', 'p2', 1);
      expect(await turn()).toBe('waits');
    }),
  );
});

it(
  'whatever the order of holds, releases and late writes, work is on hold at the end only under a hold',
  withItsOwn(openHolds, async ({ operator, hold, release, dueAtOf, routed, core }) => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('hold', 'release', 'tick'), of: fc.constantFrom('x', 'y', 'all') }),
      fc.record({ kind: fc.constant('late write'), of: fc.constantFrom('x', 'y') }),
    );
    const ids = { x: await routed('x'), y: await routed('y') };
    const { workOnHold } = core.stores;
    const releasing = createReleaseWorkOnHold(core);
    const holding = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const { kind, of: whose } of steps) {
          if (kind === 'tick') await releasing();
          else if (kind === 'late write') {
            const { tenantId, submissionId: id } = ids[whose];
            await workOnHold.put({ scope: 'submissions', tenantId, id });
          } else if (whose === 'all') {
            if (kind === 'hold') await operator.hold.put({ at: new Date(), by: 'ada' });
            else await operator.hold.release();
          } else await (kind === 'hold' ? hold(whose) : release(whose));
          if (kind === 'hold') holding.add(whose);
          if (kind === 'release') holding.delete(whose);
        }
        await releasing();
        for (const tenantId of ['x', 'y'] as const) {
          const isHeld = isOnHold(await dueAtOf(tenantId, ids[tenantId].submissionId));
          if (isHeld && !holding.has(tenantId) && !holding.has('all')) return false;
        }
        return true;
      }),
      { numRuns: 40 },
    );
  }),
  60_000,
);
