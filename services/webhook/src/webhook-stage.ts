/**
 * The webhook worker: sends events to their receivers, makes the calls that hold up a first submission, and sends
 * documents to their vendor.
 */
import { longestTimeoutSeconds, webhookQueue, type EffectPayload } from '@sluice/contracts';
import { loadEffect, recordEffectResult, nothingLeft } from '@sluice/pipeline';
import { defineStage, jobBudgetMs } from '@sluice/queue';
import { askFirst } from './ask-first.js';
import type { WebhookDeps } from './deps.js';
import { sendDocument } from './send-document.js';
import { sendEvent } from './send-event.js';

export const webhookStage = defineStage<EffectPayload, WebhookDeps>({
  queue: webhookQueue,
  budgetMs: jobBudgetMs(
    Math.max(longestTimeoutSeconds.webhook, longestTimeoutSeconds.firstSubmission) * 1_000,
  ),

  async run(payload, deps, run) {
    const effect = await loadEffect(deps, payload, run);
    if (!effect) return nothingLeft;
    switch (effect.kind) {
      case 'signature':
        return sendDocument(deps, effect);
      case 'action':
        return recordEffectResult(deps, effect, await askFirst(deps, effect));
      default:
        return recordEffectResult(deps, effect, await sendEvent(deps, effect));
    }
  },
});
