/** Stages that call external systems do nothing while an operator holds their tenant's calls. */
import type { Stage, StageOutcome } from '@sluice/runtime';
import type { StoresFor } from '../core.js';

/**
 * Wraps a stage so that its run ends before it starts while the calls of the lead's tenant are on hold. No attempt is
 * spent and nothing is written. The sweep requeues the lead or effect, which therefore resumes within a minute of the
 * release.
 */
export function unlessOnHold<
  Payload extends { readonly tenantId: string },
  Deps extends StoresFor<'tenantHolds'>,
>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return {
    ...stage,
    run: async (payload, deps, run) =>
      (await deps.stores.tenantHolds.concern(payload.tenantId)) ? onHold : stage.run(payload, deps, run),
  };
}

const onHold: StageOutcome = { outcome: 'on_hold' };
