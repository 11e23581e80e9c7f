/** Enqueues submissions and effects. Enqueueing is best effort: if Redis refuses a job, the sweep requeues it. */
import {
  deliveryQueue,
  effectKinds,
  effectQueues,
  stageQueues,
  type DueEffect,
  type QueuedStage,
  type StagePayload,
  type SubmissionRecord,
} from '@sluice/contracts';
import { errorFields } from '@sluice/process';
import type { Core, StoresFor } from '../core.js';
import { laneOfEffect } from './lane.js';

type Submission = Pick<SubmissionRecord, 'tenantId' | 'submissionId'>;
type Adding = Pick<Core, 'producer' | 'log'>;

/** Addresses a submission at a stage. */
export function stagePayload({ tenantId, submissionId }: Submission, generation: number): StagePayload {
  return { tenantId, submissionId, generation };
}

/** The stage a submission goes to next; `since` is when that was decided. */
export interface NextStage {
  readonly stage: QueuedStage;
  readonly generation: number;
  readonly since: Date;
  /** Not before this instant. */
  readonly notBefore?: Date;
  /** The receiver of a delivery. */
  readonly lane?: string;
  /** Whether another worker may already have started that stage. */
  readonly mayBeBegun?: boolean;
}

/** Enqueues a submission at a stage. */
export async function enqueueStage(
  core: Adding,
  submission: Submission,
  { stage, generation, since, notBefore, lane, mayBeBegun = false }: NextStage,
): Promise<void> {
  const payload = stagePayload(submission, generation);
  const retry = mayBeBegun ? { failures: 0 } : undefined;
  await bestEffort(core, () =>
    core.producer.add(stageQueues[stage], { payload, since, notBefore, lane, retry }),
  );
}

/** Deliveries to one receiver that a worker looks at again, at the same time. */
export interface Looks {
  readonly lane: string;
  /** Of one tenant. */
  readonly of: readonly (Submission & Pick<NextStage, 'generation'>)[];
  readonly at: Date;
}

/** Has workers look at deliveries at `at`, in place of the looks that were planned for later and are in the queue. */
export async function enqueueSooner(core: Adding, { lane, of, at }: Looks): Promise<void> {
  const [first] = of;
  if (!first) return;
  const { tenantId } = first;
  const items = new Set(of.map((one) => deliveryQueue.item(stagePayload(one, one.generation))));
  const planned = { tenantId, lane, items, laterThan: at };
  // A look that is still planned finds nothing to do.
  await bestEffort(core, () => core.producer.withdraw(deliveryQueue, planned));
  await Promise.all(
    of.map((one) =>
      enqueueStage(core, one, {
        stage: 'delivery',
        generation: one.generation,
        since: at,
        notBefore: at,
        lane,
        mayBeBegun: true,
      }),
    ),
  );
}

/** Enqueues an effect that was planned at `since` and has not been started. */
export async function enqueueEffect(
  core: Adding & StoresFor<'forTenant'>,
  effect: DueEffect,
  since: Date,
): Promise<void> {
  const { tenantId, effectId, kind } = effect;
  const queue = effectQueues[effectKinds[kind].queue];
  await bestEffort(core, async () => {
    const lane = await laneOfEffect(core.stores, effect);
    await core.producer.add(queue, { payload: { tenantId, effectId }, since, lane });
  });
}

async function bestEffort({ log }: Pick<Core, 'log'>, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    log.debug('not enqueued; the sweep will requeue it', errorFields(error));
  }
}
