/**
 * The sweep requeues everything that is past due and waits in no queue. It runs on local timers in every worker
 * process, because a schedule kept in Redis would be lost with Redis; only one process at a time, the leader, actually
 * sweeps. Every few seconds it checks every tenant. It knows the instant of the next release in advance and sweeps at
 * that instant.
 */
import { repeat } from '@sluice/concurrency';
import { randomUUID } from 'node:crypto';
import { errorFields, isSkipped } from '@sluice/process';
import type { Core } from '../core.js';
import { failAlone } from './fail-alone.js';
import { finishPlans } from './finish-plans.js';
import { completeOverdue } from './overdue.js';
import { releaseBesideRoom } from './release-beside-room.js';
import { createReleaseWorkOnHold } from './release-work-on-hold.js';
import { auditing, type Auditing } from './audit-counts.js';
import { createRequeue, SWEEP_WITHIN_MS, type Requeue, type Requeued } from './requeue.js';
import type { TurnDeps } from './tenant-turn.js';
import { createTidying } from './tidy.js';

/** A sweep that runs until stopped. */
export interface RunningSweep {
  /** Whether this process was the one that sweeps when it last asked; a round may outlast its lease. */
  leads(): boolean;
  stop(): Promise<void>;
}

/**
 * How often the leader queries when the next lead is released, and whether a hold has ended. A lead that becomes due
 * earlier than the last query said is requeued at most this late.
 */
const RELEASE_CHECK_EVERY_MS = 1_000;
/**
 * The sweep requeues a lead this long after its instant. The clock of the worker that routes it may be some
 * milliseconds slow, and the worker must not find the campaign still closed.
 */
const AFTER_THE_INSTANT_MS = 25;
/** Deletion rests after this long: it is less urgent than any lead and takes database time. */
export const TIDY_FOR_MS = 1_000;
export const TIDY_REST_MS = 250;
/** An audit of counts rests after this long, as deletion does. */
const AUDIT_FOR_MS = 2_000;
const AUDIT_REST_MS = 1_000;
/**
 * Starts to sweep, with jitter so that processes do not all sweep at the same moment. A sweep that has not ended within
 * `sweepWithinMs` is given up and does not keep the next one from starting.
 */
export function startSweep(core: Core, sweepWithinMs = SWEEP_WITHIN_MS): RunningSweep {
  if (isSkipped('sweep')) return { leads: () => false, stop: async () => undefined };
  const { everyMs, firstLookMs, leaderLeaseMs, tidyEveryMs } = core.stores.sweepTiming;
  // Until then the process that began a plan is likely to be at work on it.
  const begunLongAgo = () => new Date(core.stores.clock.now().getTime() - firstLookMs);
  const me = randomUUID();
  const requeue = createRequeue(core, sweepWithinMs);
  let leaderUntil = 0;
  let led = false;
  let tidiedAt = Date.now();

  const untilNextMs = () => everyMs * (0.75 + Math.random() / 2);
  let nextRoundMs = untilNextMs();
  async function round(): Promise<void> {
    nextRoundMs = untilNextMs();
    const leaderFrom = performance.now();
    const isLeader = await core.stores.leaderLease.becomeLeader(me, leaderLeaseMs);
    led = isLeader;
    core.metrics.sweepLeader.set(isLeader ? 1 : 0);
    if (!isLeader) return;
    leaderUntil = leaderFrom + leaderLeaseMs;
    // The sweep stops after half of the lease: once the lease has expired, another process may sweep and would requeue
    // the same work. The rest of a backlog follows in the next round, which starts at once.
    await failAlone(core, 'requeue', {}, async () => {
      if ((await requeueOverdue(core, requeue, leaderFrom + leaderLeaseMs / 2)).more) nextRoundMs = 0;
      core.metrics.sweepLastSuccess.setToCurrentTime();
    });
    await failAlone(core, 'plans', {}, () => finishPlans(core, begunLongAgo()));
    await failAlone(core, 'returns', {}, () => completeOverdue.returns(core));
    if (Date.now() - tidiedAt < tidyEveryMs) return;
    tidiedAt = Date.now();
    await failAlone(core, 'release', {}, () => releaseBesideRoom(core));
    await failAlone(core, 'expired_files', {}, () => completeOverdue.expiredFiles(core));
    await failAlone(core, 'pending_notifications', {}, () => completeOverdue.fileNotifications(core));
    await failAlone(core, 'pending_notifications', {}, () => completeOverdue.interactionNotifications(core));
  }

  const releaseWorkOnHold = createReleaseWorkOnHold(core);
  let nextCheckMs = RELEASE_CHECK_EVERY_MS;
  async function release(): Promise<void> {
    nextCheckMs = RELEASE_CHECK_EVERY_MS;
    if (performance.now() > leaderUntil) return;
    const released = await failAlone(core, 'release', {}, releaseWorkOnHold);
    if (released) return void (await requeueOverdue(core, requeue, leaderUntil));
    const { due, clock } = core.stores;
    const next = await due.nextRelease();
    if (!next) return;
    const inMs = next.getTime() + AFTER_THE_INSTANT_MS - clock.now().getTime();
    if (inMs <= 0) await requeueOverdue(core, requeue, leaderUntil);
    else nextCheckMs = Math.min(inMs, RELEASE_CHECK_EVERY_MS);
  }

  const tidying = createTidying(core);
  let nextTidyMs = tidyEveryMs;
  async function tidy(): Promise<void> {
    nextTidyMs = tidyEveryMs;
    if (performance.now() > leaderUntil) return;
    if ((await tidying(TIDY_FOR_MS)) === 'more') nextTidyMs = TIDY_REST_MS;
  }

  // By itself, so that no lead is requeued late because many names are audited. It rests when this process is not the
  // leader or has worked for a while, and continues where it stopped.
  let audit: { readonly pages: Auditing; readonly startedAt: number } | undefined;
  let auditedAt = -Infinity;
  async function auditSome(): Promise<void> {
    const startedAt = performance.now();
    const restsAt = startedAt + AUDIT_FOR_MS;
    const begun = (audit ??= {
      pages: auditing(core, { sinceMs: startedAt - auditedAt }),
      startedAt,
    });
    while (performance.now() < Math.min(leaderUntil, restsAt)) {
      const page = await failAlone(core, 'slot_audit', {}, () => begun.pages.next());
      if (page && !page.done) continue;
      if (page && page.value !== 'on_hold') auditedAt = begun.startedAt;
      audit = undefined;
      return;
    }
  }

  const timers = [
    repeat({
      what: 'an audit of counts',
      run: auditSome,
      everyMs: () => (audit ? AUDIT_REST_MS : tidyEveryMs),
      withinMs: sweepWithinMs,
      failed: (error) => core.log.warn('counts were not audited', errorFields(error)),
    }),
    repeat({
      what: 'deleting expired records',
      run: tidy,
      everyMs: () => nextTidyMs,
      withinMs: sweepWithinMs,
      failed: (error) => core.log.warn('expired records were not deleted', errorFields(error)),
    }),
    repeat({
      what: 'a check for due releases',
      run: release,
      everyMs: () => nextCheckMs,
      withinMs: sweepWithinMs,
      failed: (error) => core.log.debug('check for due releases failed', errorFields(error)),
    }),
    repeat({
      what: 'a sweep',
      run: round,
      everyMs: () => nextRoundMs,
      withinMs: sweepWithinMs,
      failed: (error) => core.log.warn('sweep failed', errorFields(error)),
    }),
  ];
  return {
    leads: () => led,
    stop: async () => {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Requeues everything that is past due, of every tenant, and returns the number of records. */
export async function sweepOnce(core: TurnDeps): Promise<number> {
  return (await requeueOverdue(core, createRequeue(core), Infinity)).requeued;
}

async function requeueOverdue(
  { metrics, log }: Pick<Core, 'metrics' | 'log'>,
  requeue: Requeue,
  until: number,
): Promise<Requeued> {
  const result = await requeue(until);
  metrics.sweepRequeued.inc(result.requeued);
  if (result.requeued > 0) log.info('requeued', { requeued: result.requeued });
  return result;
}
