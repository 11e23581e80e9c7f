/** What came of one attempt at an effect, and how it is recorded. */
import type { DueEffect, EffectAttempt, OwnReason, Trace } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import { insistUntil } from '../calls/insist.js';
import { now, type StoresFor } from '../core.js';

/** The result of one attempt at an effect. */
export type EffectResult =
  | { readonly kind: 'done'; readonly attempt?: EffectAttempt; readonly reason?: OwnReason }
  | { readonly kind: 'again'; readonly at: Date; readonly attempt: EffectAttempt }
  /** It waits until then, before an attempt or for what follows from one. */
  | {
      readonly kind: 'wait';
      readonly at: Date;
      readonly reason: OwnReason;
      readonly attempt?: EffectAttempt;
      /** What it waits for was found out by. */
      readonly trace?: Trace;
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly attempt?: EffectAttempt }
  /** Deliberately not carried out, e.g. because its receiver is no longer configured. */
  | { readonly kind: 'skipped'; readonly reason: OwnReason };

/** What recording the result of an effect uses. */
export type RecordDeps = StoresFor<'clock' | 'forTenant' | 'sweepTiming'>;

/** Records the result of the attempt, and says when the next one is due. */
export async function recordEffectResult(
  core: RecordDeps,
  effect: DueEffect,
  result: EffectResult,
): Promise<StageOutcome> {
  return record(core, effect, result);
}

/**
 * Like {@link recordEffectResult} for an effect that was taken until then: it is given back, and while the database is
 * unavailable it is written again until then. Unless the effect is done, nothing is written once another worker has it.
 */
export async function recordTakenResult(
  core: RecordDeps,
  effect: DueEffect,
  takenUntil: Date,
  result: EffectResult,
): Promise<StageOutcome> {
  return insistUntil(core, takenUntil)(() => record(core, effect, result, takenUntil));
}

async function record(
  core: RecordDeps,
  effect: DueEffect,
  result: EffectResult,
  takenUntil?: Date,
): Promise<StageOutcome> {
  await failpoint('after-effect-call-before-record', effect);
  const { effects } = core.stores.forTenant(effect.tenantId);
  const fields = { trigger: effect.trigger, leadId: effect.leadId, submissionId: effect.submissionId };
  if (result.kind === 'again' || result.kind === 'wait') {
    const dueAt = new Date(result.at.getTime() + core.stores.sweepTiming.lateByMs);
    const said = {
      ...(result.attempt && { attempt: result.attempt }),
      ...(result.kind === 'wait' && { reason: result.reason }),
      ...(result.kind === 'wait' && result.trace?.length && { trace: result.trace }),
    };
    await effects.progress(
      effect.effectId,
      { status: 'due', ...said, dueAt, enqueuedAt: result.at, takenUntil },
      now(core),
    );
    return { outcome: result.kind === 'again' ? 'retry' : result.reason, againAt: result.at, fields };
  }
  await effects.progress(
    effect.effectId,
    {
      status: result.kind,
      takenUntil,
      ...('attempt' in result && result.attempt && { attempt: result.attempt }),
      ...(result.reason !== undefined && { reason: result.reason }),
    },
    now(core),
  );
  return { outcome: result.kind, fields };
}
