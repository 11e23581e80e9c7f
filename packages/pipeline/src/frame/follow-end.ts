/** What follows from ends in queues: effects are enqueued, leads that wait for room are released, a lead goes to its next buyer. */
import type { DueEffect } from '@sluice/contracts';
import type { Core } from '../core.js';
import type { Sequel } from '../end/decide-or-end.js';
import { enqueueEffect, enqueueStage } from '../enqueue/enqueue.js';
import { releaseAfter } from '../waiting/release-next-waiting.js';

/** Does all of it. If Redis refuses a job, the sweep requeues it. */
export async function followEnd(core: Core, sequels: readonly Sequel[]): Promise<void> {
  for (const { submission, effects, at, left, next } of sequels) {
    // Not awaited: nothing of the submission depends on it.
    for (const effect of effects) void enqueueEffect(core, effect as DueEffect, at);
    if (left.length > 0) await releaseAfter(core, submission.tenantId, left);
    if (next) await enqueueStage(core, submission, next);
  }
}
