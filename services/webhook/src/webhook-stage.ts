/** The webhook worker: tells receivers of events, and makes the calls that hold up a first submission. */
import { webhookQueue, type EffectPayload } from '@sluice/contracts';
import { arriveAtEffect, departFromEffect, nothingLeft, type Core } from '@sluice/pipeline';
import type { OutboundClient } from '@sluice/providers';
import { defineStage } from '@sluice/runtime';
import { askFirst } from './ask-first.js';
import { tellEvent } from './tell-event.js';

/** What the worker needs beyond the core. */
export interface WebhookDeps extends Core {
  readonly outbound: OutboundClient;
}

export const webhookStage = defineStage<EffectPayload, WebhookDeps>({
  queue: webhookQueue,

  async run(payload, deps) {
    const effect = await arriveAtEffect(deps, payload);
    if (!effect) return nothingLeft;
    return departFromEffect(
      deps,
      effect,
      await (effect.kind === 'action' ? askFirst : tellEvent)(deps, effect),
    );
  },
});
