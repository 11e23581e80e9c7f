/**
 * The sweep: whatever is past due and waits in no queue is requeued. It runs on local timers in every worker process, because
 * anything kept in Redis would be gone with Redis; one process at a time really sweeps. Every few seconds it looks at
 * every tenant. The instant of the next release it knows beforehand, and is there.
 */
import { repeat } from '@sluice/batching';
import { randomUUID } from 'node:crypto';
import { errorFields } from '@sluice/runtime';
import type { Core } from '../core.js';
import { expireFiles } from './expire-files.js';
import { failAlone } from './fail-alone.js';
import { notifyPendingFiles } from '../effects/notify-file-changes.js';
import { auditSlots } from './slot-audit.js';
import { requeueInTurns } from './requeue.js';
import { createTidying } from './tidy.js';

/** A sweep that runs until stopped. */
export interface RunningSweep {
  stop(): Promise<void>;
}

/** How long an unforeseen release may be late; one small question a second, of one process. */
const FORESEEN_EVERY_MS = 1_000;
/** Clocks differ by some milliseconds: the deciding worker shall find the window open. */
const AFTER_THE_INSTANT_MS = 25;
/** Deleting rests after so long: it is no lead's business, and takes a part of the database's time. */
const TIDY_FOR_MS = 1_000;
/** A sweep that takes longer is given up, and the next one planned; its leader has lost the lease meanwhile. */
const LOOK_WITHIN_MS = 60_000;

/**
 * Begins to sweep, with jitter so that processes do not all sweep at the same moment. A sweep that has not ended within
 * `lookWithinMs` is given up and does not keep the next one from starting.
 */
export function startSweep(core: Core, lookWithinMs = LOOK_WITHIN_MS): RunningSweep {
  const { everyMs, leaderLeaseMs, tidyEveryMs } = core.stores.sweepTiming;
  const me = randomUUID();
  let leaderUntil = 0;
  let tidiedAt = Date.now();

  async function round(): Promise<void> {
    const leaderFrom = performance.now();
    const leads = await core.stores.leadership.becomeLeader(me, leaderLeaseMs);
    core.metrics.sweepLeader.set(leads ? 1 : 0);
    if (!leads) return;
    leaderUntil = leaderFrom + leaderLeaseMs;
    await failAlone(core, 'requeue', {}, async () => {
      await sweepOnce(core);
      core.metrics.sweepLastSuccess.setToCurrentTime();
    });
    if (Date.now() - tidiedAt < tidyEveryMs) return;
    tidiedAt = Date.now();
    await failAlone(core, 'slot_audit', {}, () => auditSlots(core));
    await failAlone(core, 'expired_files', {}, () => expireFiles(core));
    await failAlone(core, 'file_news', {}, () => notifyPendingFiles(core));
  }

  let nextLookMs = FORESEEN_EVERY_MS;
  async function release(): Promise<void> {
    nextLookMs = FORESEEN_EVERY_MS;
    if (performance.now() > leaderUntil) return;
    const { due, clock } = core.stores;
    const next = await due.nextRelease();
    if (!next) return;
    const inMs = next.getTime() + AFTER_THE_INSTANT_MS - clock.now().getTime();
    if (inMs <= 0) await sweepOnce(core);
    else nextLookMs = Math.min(inMs, FORESEEN_EVERY_MS);
  }

  const tidying = createTidying(core);
  let nextTidyMs = tidyEveryMs;
  async function tidy(): Promise<void> {
    nextTidyMs = tidyEveryMs;
    if (performance.now() > leaderUntil) return;
    if ((await tidying(TIDY_FOR_MS)) === 'more') nextTidyMs = everyMs;
  }

  const timers = [
    repeat({
      what: 'deleting what is over',
      run: tidy,
      everyMs: () => nextTidyMs,
      withinMs: lookWithinMs,
      failed: (error) => core.log.warn('what is over was not deleted', errorFields(error)),
    }),
    repeat({
      what: 'a look at what is held',
      run: release,
      everyMs: () => nextLookMs,
      withinMs: lookWithinMs,
      failed: (error) => core.log.debug('no look at what is held', errorFields(error)),
    }),
    repeat({
      what: 'a look of the sweep',
      run: round,
      everyMs: () => everyMs * (0.75 + Math.random() / 2),
      withinMs: lookWithinMs,
      failed: (error) => core.log.warn('sweep failed', errorFields(error)),
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Requeues what is past due of every tenant, and says how much that was. */
export async function sweepOnce(core: Core): Promise<number> {
  const requeued = await requeueInTurns(core, await core.stores.due.tenants());
  core.metrics.sweepRequeued.inc(requeued);
  if (requeued > 0) core.log.info('requeued', { requeued });
  return requeued;
}
