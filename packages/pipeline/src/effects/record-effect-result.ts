/** What came of one attempt at an effect, and how it is recorded. */
import type { DueEffect, EffectAttempt, OwnReason, Trace } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import { insistUntil, type Insist } from '../calls/insist.js';
import type { EffectProgress } from '@sluice/store';
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

/**
 * Records the result of the attempt, and says when the next one is due. An effect that was taken until `takenUntil` is
 * given back, and until then it is written again while the database is unavailable; once another worker has it, nothing
 * is written but that it is done.
 */
export async function recordEffectResult(
  core: RecordDeps,
  effect: DueEffect,
  result: EffectResult,
  takenUntil?: Date,
): Promise<StageOutcome> {
  await failpoint('after-effect-call-before-record', effect);
  const { effects } = core.stores.forTenant(effect.tenantId);
  const insist: Insist = takenUntil ? insistUntil(core, takenUntil) : (write) => write();
  const progress = (made: EffectProgress) =>
    insist(() => effects.progress(effect.effectId, { ...made, takenUntil }, now(core)));
  const fields = { trigger: effect.trigger, leadId: effect.leadId, submissionId: effect.submissionId };
  if (result.kind === 'again' || result.kind === 'wait') {
    const dueAt = new Date(result.at.getTime() + core.stores.sweepTiming.lateByMs);
    const said = {
      attempt: result.attempt,
      reason: result.kind === 'wait' ? result.reason : undefined,
      trace: result.kind === 'wait' && result.trace?.length ? result.trace : undefined,
    };
    await progress({ status: 'due', ...said, dueAt, enqueuedAt: result.at });
    return { outcome: result.kind === 'again' ? 'retry' : result.reason, againAt: result.at, fields };
  }
  await progress({
    status: result.kind,
    attempt: 'attempt' in result && result.attempt ? result.attempt : undefined,
    reason: result.reason,
  });
  return { outcome: result.kind, fields };
}
