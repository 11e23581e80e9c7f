/**
 * The claim on an effect whose receiver recognises what it gets twice, or is asked for it first: a mail by its id, a
 * document. The effect itself is taken; once the lease ends, another worker takes it and calls again.
 */
import type { EffectTakings } from '@sluice/store';
import type { CallClaim } from './claimed-call.js';

/** Takes the effect and writes `set` into it; what is claimed is the effect as it stands then. */
export function effectClaim<E extends { readonly effectId: string }>(
  takings: EffectTakings,
  effect: E,
  set: Readonly<Record<string, unknown>> = {},
): CallClaim<E, undefined> {
  const { effectId } = effect;
  return {
    take: ({ startedAt: now, leaseUntil: until }) => takings.take(effect, { now, until }, set),
    async standing() {
      const until = await takings.takenUntil(effectId);
      return until ? { kind: 'under_way', until } : { kind: 'left', left: undefined };
    },
    unmade: ({ leaseUntil }) => takings.giveBack(effectId, leaseUntil),
  };
}
