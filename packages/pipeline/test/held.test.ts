import type { Held, Routed } from '@sluice/contracts';
import { campaignCount, openingOf, type Count } from '@sluice/domain';
import {
  advance,
  endIfWaiting,
  holdLead,
  releaseAfter,
  releaseBesideRoom,
  releaseNextWaiting,
  sweepOnce,
} from '../src/index.js';
import {
  aStoredCampaign,
  aStoredClient,
  duringTests,
  openSlot,
  putItem,
  slot,
  zoneAtNoon,
} from '@sluice/testing';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const HOUR_MS = 3600_000;
const tenantId = 'demo';
const mine = () => world.core.stores.forTenant(tenantId);

/** Stores a campaign that takes some leads, or leads for some money, a day, and returns its count. */
async function campaignFor(campaignId: string, limit: object = { cap: 1 }): Promise<Count> {
  const client = aStoredClient({ clientId: 'cli_acme' });
  const campaign = aStoredCampaign({
    campaignId,
    clientId: 'cli_acme',
    deliveryLimits: [{ ...limit, type: 'daily', action: 'queue' }],
    // The day must not end before the test does.
    deliverySchedule: { timezone: zoneAtNoon(new Date()), action: 'queue', specificDays: [] },
  });
  await putItem(mine().clients, 'cli_acme', client);
  await putItem(mine().campaigns, campaignId, campaign);
  return campaignCount(campaign, client, undefined, world.core.stores.clock.now());
}

async function open(n: string, count: Count): Promise<void> {
  const refused = await openSlot(mine(), slot(nameOf(n)), world.core.stores.clock.now(), [count]);
  if (refused) throw new Error('a count without room');
}

const nameOf = (n: string) => `sub_${n}.routing.0`;

/** Takes a name out and releases the lead that waits for its room, as an end does. */
async function release(n: string, count: Count): Promise<void> {
  await mine().counts.release(slot(nameOf(n)), [count.name]);
  await releaseAfter(world.core, tenantId, [count.name]);
}

async function heldOn(
  campaignId: string,
  waitsFor: readonly string[],
  { aheadMs = HOUR_MS, ...needs }: { aheadMs?: number } & Pick<Held, 'needs'> = {},
) {
  const submission = await accept(world.core, { campaignId });
  const until = new Date(world.core.stores.clock.now().getTime() + aheadMs);
  const held: Held = {
    kind: 'held',
    reason: 'daily_limit_full',
    campaignId,
    until,
    waitsFor,
    ...needs,
    trace: [],
  };
  await mine().journal.record(submission, 'routing', 0, held, world.core.stores.clock.now());
  await holdLead(world.core, submission, 0, held);
  return submission.submissionId;
}

const isDue = async (submissionId: string) =>
  ((await mine().submissions.find(submissionId))?.dueAt ?? new Date(0)) <= world.core.stores.clock.now();

describe('a lead that is held for a slot', () => {
  it('is not due while no slot is free', async () => {
    const count = await campaignFor('FULL');
    await open('x', count);
    expect(await isDue(await heldOn('FULL', [count.name]))).toBe(false);
  });

  it('is due at once when the slot was released just before the hold was written', async () => {
    const count = await campaignFor('FREE');
    await open('y', count);
    await mine().counts.release(slot(nameOf('y')), [count.name]);
    expect(await isDue(await heldOn('FREE', [count.name]))).toBe(true);
  });

  it('is released by a second free slot while an earlier lead that was released for the first one is still in progress', async () => {
    const count = await campaignFor('SECOND', { cap: 2 });
    await open('1', count);
    await open('2', count);
    const [first, second] = [await heldOn('SECOND', [count.name]), await heldOn('SECOND', [count.name])];
    await release('1', count);
    expect([await isDue(first), await isDue(second)]).toEqual([true, false]);
    await sweepOnce(world.core);
    await release('2', count);
    expect([await isDue(first), await isDue(second)]).toEqual([false, true]);
  });

  it('is released in place of an earlier lead that was released and then replaced by a newer submission', async () => {
    const count = await campaignFor('REPLACED');
    await open('r', count);
    const [first, second] = [await heldOn('REPLACED', [count.name]), await heldOn('REPLACED', [count.name])];
    await release('r', count);
    const replaced = await mine().submissions.find(first);
    await endIfWaiting(world.core, replaced!, { by: 'sub_newer', because: 'a newer submission of the lead' });
    expect((await mine().submissions.find(first))?.status).toBe('superseded');
    expect(await isDue(second)).toBe(true);
  });

  it('is released by the sweep if the process that released its slot died before it released the lead', async () => {
    const counts = [
      await campaignFor('FORGOTTEN1'),
      await campaignFor('FORGOTTEN2'),
      await campaignFor('TAKEN'),
    ];
    for (const [n, count] of counts.entries()) await open(`f${n}`, count);
    // The second lead waits for two counts, of which one has room afterwards.
    const waiting = [
      await heldOn('FORGOTTEN1', [counts[0]!.name]),
      await heldOn('FORGOTTEN2', [counts[1]!.name, counts[2]!.name]),
      await heldOn('TAKEN', [counts[2]!.name]),
    ];
    for (const n of [0, 1]) await mine().counts.release(slot(nameOf(`f${n}`)), [counts[n]!.name]);
    expect(await Promise.all(waiting.map(isDue))).toEqual([false, false, false]);
    await releaseBesideRoom(world.core);
    expect(await Promise.all(waiting.map(isDue))).toEqual([true, true, false]);
  });

  it('is released by the sweep with as many others as there is room for, the oldest first', async () => {
    const count = await campaignFor('MANY', { cap: 3 });
    await open('m', count);
    const waiting: string[] = [];
    const later = new Date(world.core.stores.clock.now().getTime() + HOUR_MS);
    for (const _ of [1, 2, 3, 4]) {
      const { submissionId } = await accept(world.core, { campaignId: 'MANY' });
      await mine().submissions.hold(submissionId, 0, {
        until: later,
        reason: 'daily_limit_full',
        waitsFor: [count.name],
      });
      waiting.push(submissionId);
    }
    await releaseBesideRoom(world.core);
    expect(await Promise.all(waiting.map(isDue))).toEqual([true, true, false, false]);
  });

  it('is released only when what is left of the budget pays for it, and does not keep a cheaper one from it', async () => {
    const budget = await campaignFor('BUDGET', { budget: 100, currency: 'USD' });
    await open('sold', { ...budget, expected: { currency: 'USD', minor: 7_000 } });
    const needing = (minor: number) => ({ needs: [{ count: budget.name, minor }] });
    const [dear, cheap] = [
      await heldOn('BUDGET', [budget.name], needing(4_000)),
      await heldOn('BUDGET', [budget.name], needing(3_000)),
    ];
    const due = async () => [await isDue(dear), await isDue(cheap)];
    expect(await due()).toEqual([false, true]);
    await releaseBesideRoom(world.core);
    expect(await due()).toEqual([false, true]);
    await release('sold', budget);
    expect(await due()).toEqual([true, true]);
  });

  it('is released by the sweep only together with those that the rest of the budget pays for', async () => {
    const budget = await campaignFor('REST', { budget: 100, currency: 'USD' });
    await open('all', { ...budget, expected: { currency: 'USD', minor: 10_000 } });
    const waiting: string[] = [];
    for (const minor of [4_000, 7_000, 5_000, 1_001])
      waiting.push(await heldOn('REST', [budget.name], { needs: [{ count: budget.name, minor }] }));
    await mine().counts.release(slot(nameOf('all')), [budget.name]);
    await releaseBesideRoom(world.core);
    expect(await Promise.all(waiting.map(isDue))).toEqual([true, false, true, false]);
  });

  it('is not released by freed capacity when it waits for opening hours', async () => {
    await campaignFor('OVER');
    const waiting = await heldOn('OVER', [openingOf('OVER')]);
    await releaseNextWaiting(world.core, tenantId, [openingOf('OVER')]);
    expect(await isDue(waiting)).toBe(false);
  });
});

describe('a held submission', () => {
  it('stays ended when a worker that was frozen writes its hold late', async () => {
    const campaignId = 'ENDED';
    const submission = await accept(world.core, { campaignId });
    const { submissionId, leadId } = submission;
    const at = world.core.stores.clock.now();
    await mine().leads.recordStatus(leadId, { status: 'delivered', ended: true, submissionId, at });
    await mine().conclusions.close(submissionId, { end: { status: 'delivered', endedAt: at } });
    const ended = [await mine().leads.find(leadId), await mine().submissions.find(submissionId)];
    const until = new Date(at.getTime() + HOUR_MS);
    const held: Held = { kind: 'held', reason: 'hours', campaignId, until, waitsFor: [], trace: [] };
    await holdLead(world.core, submission, 0, held);
    expect([await mine().leads.find(leadId), await mine().submissions.find(submissionId)]).toEqual(ended);
  });

  it('is advanced once it is routed, even if a hold is written late', async () => {
    const count = await campaignFor('GONE');
    const [early, late] = [count.name, openingOf('GONE')];
    const submission = await accept(world.core, { campaignId: 'GONE' });
    const { submissionId } = submission;
    const stored = async () => (await mine().submissions.find(submissionId))!;
    const heldAt = (generation: number, waitsFor: string, aheadMs: number) => {
      const until = new Date(world.core.stores.clock.now().getTime() + aheadMs);
      const held: Held = {
        kind: 'held',
        reason: 'daily_limit_full',
        campaignId: 'GONE',
        until,
        waitsFor: [waitsFor],
        trace: [],
      };
      return holdLead(world.core, submission, generation, held);
    };
    await open('g', count);
    await heldAt(1, late, HOUR_MS);
    await heldAt(0, early, 2 * HOUR_MS);
    expect((await stored()).waitsFor).toEqual([late]);

    const at = world.core.stores.clock.now();
    const routed: Routed = {
      kind: 'routed',
      campaignId: 'GONE',
      clientId: 'cli_acme',
      reservedAt: at,
      trace: [],
    };
    await advance(world.core, await stored(), {
      stage: 'routing',
      generation: 2,
      decision: routed,
      decidedAt: at,
    });
    for (const generation of [0, 1, 2]) await heldAt(generation, early, HOUR_MS);
    const { waitsFor, dueAt } = await stored();
    expect(waitsFor).toBeUndefined();
    expect(dueAt!.getTime() - at.getTime()).toBeLessThan(30_000);
  });

  it('determines when the next release is due, and a submission in progress does not', async () => {
    const { due } = world.core.stores;
    const before = await due.nextRelease();
    await accept(world.core, { dueAt: new Date(0) });
    expect(await due.nextRelease()).toEqual(before);
    const soon = await heldOn('SOON', [openingOf('SOON')], { aheadMs: 1_000 });
    const { dueAt } = (await mine().submissions.find(soon)) ?? {};
    await mine().conclusions.close(soon, {
      end: { status: 'rejected', endedAt: world.core.stores.clock.now() },
    });
    expect(await due.nextRelease()).not.toEqual(dueAt);
  });
});
