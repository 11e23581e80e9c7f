/** Stages that call the outside do nothing while an operator holds their tenant's calls. */
import type { Stage, StageOutcome } from '@sluice/runtime';
import type { Core } from '../core.js';

/**
 * The stage, but while the calls of a lead's tenant are on hold its run ends before it began. No attempt is spent and
 * nothing is written; the sweep brings the lead or effect again, and so it goes on by itself within a minute of the release.
 */
export function unlessOnHold<
  Payload extends { readonly tenantId: string },
  Deps extends Pick<Core, 'stores'>,
>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return {
    ...stage,
    run: async (payload, deps, run) =>
      (await deps.stores.tenantHolds.concern(payload.tenantId)) ? onHold : stage.run(payload, deps, run),
  };
}

const onHold: StageOutcome = { outcome: 'on_hold' };
