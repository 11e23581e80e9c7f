/**
 * Bringing submissions and effects to their queues, within what their tenant may have there. Adding is best effort: what
 * Redis did not take, the sweep brings.
 */
import {
  effectQueues,
  stageQueues,
  type Effect,
  type QueuedEffectKind,
  type QueuedStage,
  type StagePayload,
  type SubmissionRecord,
} from '@sluice/contracts';
import { errorFields, type Applicant } from '@sluice/runtime';
import { now, type Core } from './core.js';

type Submission = Pick<SubmissionRecord, 'tenantId' | 'submissionId'>;
type EffectRef = Pick<Effect, 'tenantId' | 'effectId'>;
type Adding = Pick<Core, 'producer' | 'log'>;

/** The payload that brings a submission to a stage. */
export function stagePayload({ tenantId, submissionId }: Submission, generation: number): StagePayload {
  return { tenantId, submissionId, generation };
}

/** A submission as it asks to be let into the queues. */
export function submissionApplicant({ tenantId, submissionId }: Submission): Applicant {
  return { scope: 'submissions', tenantId, id: submissionId };
}

/** An effect as it asks to be let into the queues. */
export function effectApplicant({ tenantId, effectId }: EffectRef): Applicant {
  return { scope: 'effects', tenantId, id: effectId };
}

/** Brings a submission to its first stage; when its tenant has no room in the queues, it is due for the sweep at once. */
export async function enqueueNew(core: Adding & Pick<Core, 'stores'>, submission: Submission): Promise<void> {
  await bestEffort(core, async () => {
    if (await core.producer.admission.enter(submissionApplicant(submission))) {
      await core.producer.add(stageQueues.qualification, stagePayload(submission, 0));
    } else {
      const { submissions } = core.stores.forTenant(submission.tenantId);
      await submissions.postpone(submission.submissionId, now(core));
    }
  });
}

/** Brings a submission that is on its way to the next stage's queue. */
export async function enqueueStage(
  core: Adding,
  submission: Submission,
  stage: QueuedStage,
  generation: number,
): Promise<void> {
  await bestEffort(core, () => core.producer.add(stageQueues[stage], stagePayload(submission, generation)));
}

/** The submission or effect is out of the queues: it ended, it waits for somebody, or its next try is some time away. */
export function leaveQueues(core: Adding, work: Submission | EffectRef): void {
  const applicant = 'effectId' in work ? effectApplicant(work) : submissionApplicant(work);
  void bestEffort(core, () => core.producer.admission.leave(applicant));
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

/** Brings a due effect to the queue of its kind; when its tenant has no room there, it is due for the sweep at once. */
export async function enqueueEffect(
  core: Adding & Pick<Core, 'stores'>,
  effect: Pick<Effect, 'tenantId' | 'effectId' | 'eventId' | 'kind'>,
): Promise<void> {
  const queue = effectQueueOf(effect.kind);
  if (!queue) return;
  const { tenantId, effectId, eventId } = effect;
  await bestEffort(core, async () => {
    if (await core.producer.admission.enter(effectApplicant(effect))) {
      await core.producer.add(effectQueues[queue], { tenantId, effectId, eventId });
    } else {
      await core.stores.forTenant(tenantId).effects.makeDue(effectId, now(core));
    }
  });
}

async function bestEffort({ log }: Pick<Core, 'log'>, bring: () => Promise<void>): Promise<void> {
  try {
    await bring();
  } catch (error) {
    log.debug('not brought to its queue; the sweep will', errorFields(error));
  }
}
