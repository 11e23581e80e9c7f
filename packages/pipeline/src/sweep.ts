/**
 * The sweep: every few seconds, whatever is past due is brought back to its queue. It runs on a local timer in every
 * worker process, because anything kept in Redis would be gone with Redis; one process at a time really sweeps.
 */
import { randomUUID } from 'node:crypto';
import {
  effectQueues,
  stageQueues,
  type EffectPayload,
  type QueuedEffectKind,
  type QueuedStage,
  type StagePayload,
} from '@sluice/contracts';
import { nextJob, searchWords } from '@sluice/domain';
import { errorFields, failpoint } from '@sluice/runtime';
import type { DueSubmission } from '@sluice/store';
import type { Core } from './core.js';
import { effectQueueOf, stagePayload } from './enqueue.js';
import { expireFiles } from './expire-files.js';
import { auditSlots } from './slot-audit.js';

/** A sweep that runs until stopped. */
export interface RunningSweep {
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const AT_ONCE = 1_000;
/** A sweeper that died is replaced after this long. */
const LEAD_MS = 8_000;
const TIDY_EVERY_MS = 30_000;

/** Begins to sweep, with jitter so that processes do not all look at the same moment. */
export function startSweep(core: Core): RunningSweep {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let droppedAt = Date.now();
  const me = randomUUID();

  async function round(): Promise<void> {
    try {
      if (!(await core.stores.due.mayLead(me, LEAD_MS))) return;
      await sweepOnce(core);
      if (Date.now() - droppedAt > TIDY_EVERY_MS) {
        droppedAt = Date.now();
        await auditSlots(core);
        await core.stores.due.dropExpired();
        await expireFiles(core);
      }
    } catch (error) {
      core.log.warn('sweep failed', errorFields(error));
    }
  }

  function plan(): void {
    timer = setTimeout(
      () => {
        running = round().finally(() => {
          if (!stopped) plan();
        });
      },
      EVERY_MS * (0.75 + Math.random() / 2),
    );
    timer.unref();
  }

  plan();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Brings everything past due back to its queue, and says how much that was. */
export async function sweepOnce(core: Core): Promise<number> {
  const { due } = core.stores;
  const [submissions, effects] = await Promise.all([due.submissions(AT_ONCE), due.effects(AT_ONCE)]);
  if (submissions.length === 0 && effects.length === 0) return 0;

  const byStage = new Map<QueuedStage, StagePayload[]>();
  const found = await inSlices(submissions, 50, async (submission) => {
    await ensureLead(core, submission);
    const { journal } = core.stores.forTenant(submission.tenantId);
    const { stage, generation } = nextJob(await journal.history(submission.submissionId), submission.status);
    return { stage, payload: stagePayload(submission, generation) };
  });
  // In the order in which they are due: of leads that are released together, the oldest goes first.
  for (const { stage, payload } of found) push(byStage, stage, payload);
  const byKind = new Map<QueuedEffectKind, EffectPayload[]>();
  for (const { kind, tenantId, effectId, eventId } of effects) {
    const queue = effectQueueOf(kind);
    if (queue) push(byKind, queue, { tenantId, effectId, eventId });
  }

  for (const [stage, payloads] of byStage) await core.producer.addAgain(stageQueues[stage], payloads);
  for (const [kind, payloads] of byKind) await core.producer.addAgain(effectQueues[kind], payloads);
  failpoint('after-sweep-before-later');
  await due.lookAgainLater(submissions, effects);
  core.log.info('swept', { submissions: submissions.length, effects: effects.length });
  return submissions.length + effects.length;
}

// The lead is written after its submission; a process may have died in between.
async function ensureLead(core: Core, submission: DueSubmission): Promise<void> {
  if (!submission.first) return;
  const { tenantId, leadId, submissionId, campaignId, data, isTest, acceptedAt } = submission;
  const { leads, campaigns } = core.stores.forTenant(tenantId);
  if (await leads.find(leadId)) return;
  const campaign = await campaigns.recent(campaignId);
  await leads.ensure({
    lead: {
      tenantId,
      leadId,
      campaignId,
      ...(campaign && { clientId: campaign.clientId, offerId: campaign.offerId }),
      data,
      isTest,
      status: 'pending',
      createdAt: acceptedAt,
      updatedAt: acceptedAt,
      lastSubmissionId: submissionId,
    },
    search: searchWords(data, leadId),
  });
}

function push<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

async function inSlices<T, Result>(
  items: readonly T[],
  size: number,
  each: (item: T) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(each))));
  }
  return results;
}
