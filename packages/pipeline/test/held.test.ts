import { setTimeout as pause } from 'node:timers/promises';
import type { Campaign, Client, Held, Routed } from '@sluice/contracts';
import { limitCounters, openingOf } from '@sluice/domain';
import {
  advance,
  endIfWaiting,
  hold,
  releaseBesideRoom,
  releaseNextWaiting,
  releaseSlots,
  sweepOnce,
} from '../src/index.js';
import { zoneAtNoon } from '@sluice/testing';
import { accept, openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

const HOUR_MS = 3600_000;
const tenantId = 'demo';
const mine = () => world.core.stores.forTenant(tenantId);

/** Stores a campaign that takes one lead a day, and returns the name of today's counter. */
async function campaignFor(campaignId: string): Promise<string> {
  const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const client = { clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', active: true, ...at } as Client;
  const campaign = {
    campaignId,
    name: campaignId,
    active: true,
    clientId: 'cli_acme',
    offerId: 'off_1',
    ...at,
    deliveryLimits: [{ cap: 1, type: 'daily', action: 'queue' }],
    // The counter's day must not end before the test does.
    deliverySchedule: { timezone: zoneAtNoon(new Date()), action: 'queue', specificDays: [] },
  } as Campaign;
  await mine().clients.put('cli_acme', client);
  await mine().campaigns.put(campaignId, campaign);
  const [spec] = limitCounters(campaign, client, undefined, world.core.stores.clock.now());
  if (!spec) throw new Error('a campaign without a limit');
  return spec.counter;
}

const askFor = (counter: string) => ({
  counter,
  cap: 1,
  owner: { campaignId: counter.slice(0, counter.indexOf('.')) },
  periodStart: new Date(0),
});

async function heldOn(campaignId: string, waitsFor: readonly string[], aheadMs = HOUR_MS) {
  const submission = await accept(world.core, { campaignId });
  const until = new Date(world.core.stores.clock.now().getTime() + aheadMs);
  const held: Held = { kind: 'held', reason: 'daily_limit_full', campaignId, until, waitsFor, trace: [] };
  await mine().journal.record(submission, 'routing', 0, held, world.core.stores.clock.now());
  await hold(world.core, submission, 0, held);
  return submission.submissionId;
}

const released = (...wanted: readonly string[]) =>
  mine().submissions.aboutToBeReleased(wanted, world.core.stores.clock.now());

const isDue = async (submissionId: string) =>
  ((await mine().submissions.find(submissionId))?.dueAt ?? new Date(0)) <= world.core.stores.clock.now();

describe('a lead that is held for a slot', () => {
  it('is not due while no slot is free', async () => {
    const counter = await campaignFor('FULL');
    await mine().slots.reserve('sub_x.routing.0', [askFor(counter)]);
    expect(await isDue(await heldOn('FULL', [counter]))).toBe(false);
  });

  it('is due at once when the slot was released just before the hold was written', async () => {
    const counter = await campaignFor('FREE');
    await mine().slots.reserve('sub_y.routing.0', [askFor(counter)]);
    await mine().slots.release('sub_y.routing.0', [counter]);
    expect(await isDue(await heldOn('FREE', [counter]))).toBe(true);
  });

  it('leaves a released slot to the next held lead once it no longer waits', async () => {
    const counter = await campaignFor('NEXT');
    await mine().slots.reserve('sub_z.routing.0', [askFor(counter)]);
    const [first, second] = [await heldOn('NEXT', [counter]), await heldOn('NEXT', [counter])];
    await mine().slots.release('sub_z.routing.0', [counter]);
    await mine().submissions.stopWaiting(first, 1);
    await releaseNextWaiting(world.core, tenantId, [counter]);
    expect([await isDue(first), await isDue(second)]).toEqual([false, true]);
  });

  it('is released by a second free slot while an earlier lead that was released for the first one is still in progress', async () => {
    const counter = await campaignFor('SECOND');
    await mine().slots.reserve('sub_1.routing.0', [{ ...askFor(counter), cap: 2 }]);
    await mine().slots.reserve('sub_2.routing.0', [{ ...askFor(counter), cap: 2 }]);
    const [first, second] = [await heldOn('SECOND', [counter]), await heldOn('SECOND', [counter])];
    await releaseSlots(world.core, tenantId, 'sub_1.routing.0', [counter]);
    expect([await isDue(first), await isDue(second)]).toEqual([true, false]);
    await sweepOnce(world.core);
    await releaseSlots(world.core, tenantId, 'sub_2.routing.0', [counter]);
    expect([await isDue(first), await isDue(second)]).toEqual([false, true]);
  });

  it('is released in place of an earlier lead that was released and then replaced by a newer submission', async () => {
    const counter = await campaignFor('REPLACED');
    await mine().slots.reserve('sub_r.routing.0', [askFor(counter)]);
    const [first, second] = [await heldOn('REPLACED', [counter]), await heldOn('REPLACED', [counter])];
    await releaseSlots(world.core, tenantId, 'sub_r.routing.0', [counter]);
    const replaced = await mine().submissions.find(first);
    await endIfWaiting(world.core, replaced!, { by: 'sub_newer', because: 'a newer submission of the lead' });
    expect((await mine().submissions.find(first))?.status).toBe('superseded');
    expect(await isDue(second)).toBe(true);
  });

  it('is released by the sweep if the process that released its slot died before it released the lead', async () => {
    const counters = [
      await campaignFor('FORGOTTEN1'),
      await campaignFor('FORGOTTEN2'),
      await campaignFor('TAKEN'),
    ];
    const name = (n: number) => `sub_f${n}.routing.0`;
    for (const [n, counter] of counters.entries()) await mine().slots.reserve(name(n), [askFor(counter)]);
    // The second lead waits for two counters, of which one is free afterwards.
    const waiting = [
      await heldOn('FORGOTTEN1', [counters[0]!]),
      await heldOn('FORGOTTEN2', [counters[1]!, counters[2]!]),
      await heldOn('TAKEN', [counters[2]!]),
    ];
    for (const n of [0, 1]) await mine().slots.release(name(n), [counters[n]!]);
    expect(await Promise.all(waiting.map(isDue))).toEqual([false, false, false]);
    await releaseBesideRoom(world.core);
    expect(await Promise.all(waiting.map(isDue))).toEqual([true, true, false]);
  });

  it('is not released by freed capacity when it waits for opening hours or for a past period', async () => {
    const counter = await campaignFor('OVER');
    const past = counter.replace(/[^.]+$/, '2020-01-01');
    const waiting = [await heldOn('OVER', [past]), await heldOn('OVER', [openingOf('OVER')])];
    await releaseNextWaiting(world.core, tenantId, [past, openingOf('OVER')]);
    expect(await Promise.all(waiting.map(isDue))).toEqual([false, false]);
  });
});

describe('a held submission', () => {
  it('stays ended when a worker that was frozen writes its hold late', async () => {
    const campaignId = 'ENDED';
    const submission = await accept(world.core, { campaignId });
    const { submissionId, leadId } = submission;
    const at = world.core.stores.clock.now();
    await mine().leads.recordStatus(leadId, { status: 'delivered', ended: true, submissionId, at });
    await mine().endings.write(submissionId, { status: 'delivered', endedAt: at });
    const ended = [await mine().leads.find(leadId), await mine().submissions.find(submissionId)];
    const until = new Date(at.getTime() + HOUR_MS);
    const held: Held = { kind: 'held', reason: 'hours', campaignId, until, waitsFor: [], trace: [] };
    await hold(world.core, submission, 0, held);
    expect([await mine().leads.find(leadId), await mine().submissions.find(submissionId)]).toEqual(ended);
  });

  it('is advanced once it is routed, even if a hold is written late', async () => {
    const [early, late] = [await campaignFor('GONE'), 'campaign.GONE.hours.open'];
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
      return hold(world.core, submission, generation, held);
    };
    await mine().slots.reserve('sub_g.routing.0', [askFor(early)]);
    await heldAt(1, late, HOUR_MS);
    await heldAt(0, early, 2 * HOUR_MS);
    await mine().submissions.stopWaiting(submissionId, 0);
    expect((await stored()).waitsFor).toEqual([late]);

    const at = world.core.stores.clock.now();
    const routed: Routed = {
      kind: 'routed',
      campaignId: 'GONE',
      clientId: 'cli_acme',
      slots: [],
      reservedAt: at,
      trace: [],
    };
    await advance(world.core, submission, {
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
    const soon = await heldOn('SOON', [openingOf('SOON')], 1_000);
    const { dueAt } = (await mine().submissions.find(soon)) ?? {};
    await mine().submissions.stopWaiting(soon, 1);
    expect(await due.nextRelease()).not.toEqual(dueAt);
  });

  it('is counted ahead of later leads when it is about to be released', async () => {
    const { submissions } = mine();
    const older = (than: Date, upTo = 10) =>
      submissions.olderReleases(['campaign.AGE.hours.open'], than, world.core.stores.clock.now(), upTo);
    const before = new Date(Date.now() - 60_000);
    for (const aheadMs of [100, 100, HOUR_MS]) await heldOn('AGE', ['campaign.AGE.hours.open'], aheadMs);
    const after = new Date(Date.now() + 60_000);
    expect([await older(before), await older(after), await older(after, 1)]).toEqual([0, 2, 1]);
  });

  it('is found as about to be released for its own period and later ones, but not for earlier periods', async () => {
    await heldOn('OLD', ['campaign.OLD.daily.2026-01-02'], 100);
    await heldOn('FAR', ['campaign.FAR.daily.2026-01-02']);
    expect(await released('campaign.OLD.daily.2026-01-02')).toBeInstanceOf(Date);
    expect(await released('campaign.OLD.daily.2026-01-03')).toBeInstanceOf(Date);
    expect(await released('campaign.OLD.daily.2026-01-01')).toBeUndefined();
    expect(await released('OLD.hourly.2026-01-03T00')).toBeUndefined();
    expect(await released(openingOf('OLD'))).toBeUndefined();
    expect(await released('campaign.FAR.daily.2026-01-03')).toBeUndefined();
  });

  it('is found for any of several counters, and of those found the one accepted first', async () => {
    const first = await heldOn('FIRST', ['campaign.FIRST.daily.2026-01-02'], 100);
    await pause(5);
    await heldOn('LATER', ['campaign.LATER.daily.2026-01-02'], 100);
    const wanted = ['LATER', 'NONE', 'FIRST'].map((id) => `campaign.${id}.daily.2026-01-02`);
    expect(await released(...wanted)).toEqual((await mine().submissions.find(first))?.acceptedAt);
  });
});
