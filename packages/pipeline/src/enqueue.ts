/** Bringing submissions and effects to their queues. Adding is best effort: what Redis did not take, the sweep brings. */
import {
  effectQueues,
  stageQueues,
  type Effect,
  type QueuedEffectKind,
  type QueuedStage,
  type StagePayload,
  type SubmissionRecord,
} from '@sluice/contracts';
import { errorFields } from '@sluice/runtime';
import type { Core } from './core.js';

/** The payload that brings a submission to a stage. */
export function stagePayload(
  { tenantId, submissionId }: Pick<SubmissionRecord, 'tenantId' | 'submissionId'>,
  generation: number,
): StagePayload {
  return { tenantId, submissionId, generation };
}

/** Brings a submission to a stage's queue. */
export async function enqueueStage(
  core: Pick<Core, 'producer' | 'log'>,
  submission: Pick<SubmissionRecord, 'tenantId' | 'submissionId'>,
  stage: QueuedStage,
  generation: number,
): Promise<void> {
  await bestEffort(core, () => core.producer.add(stageQueues[stage], stagePayload(submission, generation)));
}

/** The queue that carries out effects of a kind; a first-submission webhook is sent by the webhook worker. */
export function effectQueueOf(kind: Effect['kind']): QueuedEffectKind | undefined {
  switch (kind) {
    case 'webhook':
    case 'action':
      return 'webhook';
    case 'pixel':
    case 'sms':
      return kind;
    case 'document':
    case 'milestone':
      return undefined;
  }
}

/** Brings a due effect to the queue of its kind. */
export async function enqueueEffect(
  core: Pick<Core, 'producer' | 'log'>,
  { tenantId, effectId, eventId, kind }: Pick<Effect, 'tenantId' | 'effectId' | 'eventId' | 'kind'>,
): Promise<void> {
  const queue = effectQueueOf(kind);
  if (!queue) return;
  await bestEffort(core, () => core.producer.add(effectQueues[queue], { tenantId, effectId, eventId }));
}

async function bestEffort({ log }: Pick<Core, 'log'>, add: () => Promise<void>): Promise<void> {
  try {
    await add();
  } catch (error) {
    log.debug('job not added; the sweep will', errorFields(error));
  }
}
