/**
 * The checks that qualification waits for, and the calls that a first submission waits for, on a queue of their own in
 * this process: it calls out already, has the tenants' credentials, and makes the other call that a submission waits for.
 */
import { checksQueue, type EffectPayload } from '@sluice/contracts';
import { loadEffect, nothingLeft } from '@sluice/pipeline';
import { defineStage, jobBudgetMs } from '@sluice/queue';
import { askModel } from './ask-model.js';
import type { WebhookDeps } from './deps.js';
import { CHECK_LEASE_MS } from './model-call.js';
import { placeCall } from './place-call.js';

export const checksStage = defineStage<EffectPayload, WebhookDeps>({
  queue: checksQueue,
  budgetMs: jobBudgetMs(CHECK_LEASE_MS),

  async run(payload, deps, run) {
    const effect = await loadEffect(deps, payload, run);
    if (!effect) return nothingLeft;
    return (effect.kind === 'call' ? placeCall : askModel)(deps, effect);
  },
});
