/** Stages that call external systems do nothing while an operator holds their tenant's calls. */
import type { EffectPayload, StagePayload } from '@sluice/contracts';
import type { Stage, StageOutcome } from '@sluice/queue';
import type { WorkToHold } from '@sluice/store';
import type { StoresFor } from '../core.js';

/**
 * Wraps a stage so that its run ends before it starts while the calls of the lead's tenant, or of the installation, are
 * on hold. No attempt is spent. The lead or effect is put on hold itself, and waits for the release in the database
 * only: the sweep then makes it due.
 */
export function unlessOnHold<
  Payload extends StagePayload | EffectPayload,
  Deps extends StoresFor<'activeHolds' | 'workOnHold'>,
>(stage: Stage<Payload, Deps>): Stage<Payload, Deps> {
  return {
    ...stage,
    run: async (payload, deps, run) => {
      const { activeHolds, workOnHold } = deps.stores;
      if (!(await activeHolds.concern(payload.tenantId))) return stage.run(payload, deps, run);
      await workOnHold.put(workOf(payload));
      return onHold;
    },
  };
}

const onHold: StageOutcome = { outcome: 'on_hold' };

function workOf(payload: StagePayload | EffectPayload): WorkToHold {
  const { tenantId } = payload;
  return 'effectId' in payload
    ? { scope: 'effects', tenantId, id: payload.effectId }
    : { scope: 'submissions', tenantId, id: payload.submissionId };
}
