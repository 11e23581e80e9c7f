/** The frame of an effect's worker: loads the effect while it is still due, and hands it to the handler of its kind. */
import {
  effectKinds,
  effectQueues,
  type DueEffect,
  type EffectPayload,
  type EffectQueueName,
  type KindsOf,
  type WorkedKind,
} from '@sluice/contracts';
import { continueTrace, failpoint } from '@sluice/process';
import type { Stage, StageOutcome, StageRun } from '@sluice/queue';
import type { Core } from '../core.js';
import { nothingLeft } from '../frame/load.js';
import { isStale } from '../frame/stale-run.js';
import { quarantineEffect } from './quarantine-effect.js';

/** Makes one attempt at an effect, and records what came of it. */
type Handler<K extends WorkedKind, Deps> = (deps: Deps, effect: DueEffect<K>) => Promise<StageOutcome>;

/** The worker of a queue of effects. */
export interface EffectStage<Q extends EffectQueueName, Deps> extends Pick<
  Stage<EffectPayload, Deps>,
  'budgetMs'
> {
  readonly queue: Q;
  /** One for each kind of the queue. */
  readonly handlers: { readonly [K in KindsOf<Q>]: Handler<K, Deps> };
}

/** Declares the worker of a queue of effects. */
export function defineEffectStage<Q extends EffectQueueName, Deps extends Core>({
  queue,
  budgetMs,
  handlers,
}: EffectStage<Q, Deps>): Stage<EffectPayload, Deps> {
  return {
    queue: effectQueues[queue],
    budgetMs,
    async run(payload, deps, run) {
      const effect = await loadEffect(deps, payload, run);
      if (!effect) return nothingLeft;
      if (effectKinds[effect.kind].queue !== queue)
        throw new Error(`the queue ${queue} carries out no effects of the kind ${effect.kind}`);
      return handle<KindsOf<Q>, Deps>(handlers, deps, effect as DueEffect<KindsOf<Q>>);
    },
  };
}

// Undefined when it needs no attempt now.
async function loadEffect(
  core: Core,
  { tenantId, effectId }: EffectPayload,
  run: StageRun,
): Promise<DueEffect | undefined> {
  const effect = await core.stores.forTenant(tenantId).effects.find(effectId);
  if (effect?.status !== 'due') return undefined;
  continueTrace(effect);
  if (isStale(effect, run)) return undefined;
  if (await quarantineEffect(core, effect, run)) return undefined;
  await failpoint('after-effect-load', effect);
  return effect;
}

function handle<K extends WorkedKind, Deps>(
  handlers: { readonly [P in K]: Handler<P, Deps> },
  deps: Deps,
  effect: DueEffect<K>,
): Promise<StageOutcome> {
  return handlers[effect.kind](deps, effect);
}
