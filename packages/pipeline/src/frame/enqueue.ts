/** Enqueues submissions and effects. Enqueueing is best effort: if Redis refuses a job, the sweep requeues it. */
import {
  effectQueues,
  stageQueues,
  type Effect,
  type QueuedEffectKind,
  type QueuedStage,
  type StagePayload,
  type SubmissionRecord,
} from '@sluice/contracts';
import { errorFields } from '@sluice/process';
import type { Core, StoresFor } from '../core.js';
import { effectLane } from './lane.js';

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
  /** The receiver of a delivery. */
  readonly lane?: string;
  /** Whether another worker may already have started that stage. */
  readonly mayBeBegun?: boolean;
}

/** Enqueues a submission at a stage. */
export async function enqueueStage(
  core: Adding,
  submission: Submission,
  { stage, generation, since, lane, mayBeBegun = false }: NextStage,
): Promise<void> {
  const payload = stagePayload(submission, generation);
  const retry = mayBeBegun ? { failures: 0 } : undefined;
  await bestEffort(core, () => core.producer.add(stageQueues[stage], { payload, since, lane, retry }));
}

/**
 * The queue for effects of this kind. The webhook worker also sends first-submission webhooks, and documents to their
 * vendor; that of checks places calls. Undefined for a kind without a worker.
 */
export function effectQueueOf(kind: Effect['kind']): QueuedEffectKind | undefined {
  switch (kind) {
    case 'webhook':
    case 'action':
    case 'signature':
      return 'webhook';
    case 'call':
      return 'check';
    case 'check':
    case 'pixel':
    case 'sms':
    case 'email':
      return kind;
    case 'document':
    case 'milestone':
      return undefined;
  }
}

/** Enqueues an effect that was planned at `since` and has not been started. */
export async function enqueueEffect(
  core: Adding & StoresFor<'forTenant'>,
  effect: Pick<Effect, 'tenantId' | 'effectId' | 'kind' | 'campaignId' | 'body'>,
  since: Date,
): Promise<void> {
  const queue = effectQueueOf(effect.kind);
  if (!queue) return;
  const { tenantId, effectId } = effect;
  await bestEffort(core, async () => {
    const lane = await effectLane(core.stores, effect);
    await core.producer.add(effectQueues[queue], { payload: { tenantId, effectId }, since, lane });
  });
}

async function bestEffort({ log }: Pick<Core, 'log'>, add: () => Promise<void>): Promise<void> {
  try {
    await add();
  } catch (error) {
    log.debug('not enqueued; the sweep will requeue it', errorFields(error));
  }
}
