/** Writing an effect: a document first, then a job. If its job is lost, the sweep requeues it. */
import { effectKinds, type Effect, type NewEffect } from '@sluice/contracts';
import { failpoint, traceContext } from '@sluice/process';
import type { PlannedEffect } from '@sluice/store';
import { now, type Core, type StoresFor } from '../core.js';
import { enqueueEffect } from '../enqueue/enqueue.js';

/** What planning an effect uses of the core. */
export type PlanEffectDeps = StoresFor<'clock' | 'forTenant' | 'sweepTiming'> &
  Pick<Core, 'producer' | 'log'>;

/** Writes one effect and enqueues it, unless it was already written. */
export async function writeEffect(
  core: PlanEffectDeps,
  tenantId: string,
  effect: NewEffect,
): Promise<Effect> {
  const at = now(core);
  const planned = plannedAt(core, effect, at);
  const { effects } = core.stores.forTenant(tenantId);
  const { effect: written, ours } = await effects.plan(planned.effect, at, planned.dueAt);
  await failpoint('after-effect-before-enqueue', written);
  // Not awaited: if Redis refuses the job, the sweep requeues it. An effect that was already written is queued or in
  // progress, or the sweep requeues it when it falls due.
  if (ours && written.status === 'due') void enqueueEffect(core, written, at);
  return written;
}

/** An effect as it is written at `at`: with the current trace, and due if a worker carries it out. */
export function plannedAt(
  { stores: { sweepTiming } }: StoresFor<'sweepTiming'>,
  effect: NewEffect,
  at: Date,
): PlannedEffect {
  const trace = traceContext();
  const hasWorker = effectKinds[effect.kind].queue !== 'none';
  return {
    effect: trace ? { ...effect, traceContext: trace } : effect,
    createdAt: at,
    dueAt: hasWorker ? new Date(at.getTime() + sweepTiming.firstLookMs) : undefined,
  };
}
