/**
 * The webhook worker: sends events to their receivers and postbacks to the trackers of suppliers, makes the calls that hold
 * up a first submission, and sends documents to their vendor.
 */
import { longestTimeoutSeconds } from '@sluice/contracts';
import { defineEffectStage, recordEffectResult } from '@sluice/pipeline';
import { jobBudgetMs } from '@sluice/queue';
import { askFirst } from './events/ask-first.js';
import type { WebhookDeps } from './deps.js';
import { sendDocument } from './documents/send-document.js';
import { sendEvent } from './events/send-event.js';
import { sendPostback } from './events/send-postback.js';

export const webhookStage = defineEffectStage<'webhook', WebhookDeps>({
  queue: 'webhook',
  budgetMs: jobBudgetMs(
    Math.max(longestTimeoutSeconds.webhook, longestTimeoutSeconds.firstSubmission) * 1_000,
  ),
  handlers: {
    webhook: async (deps, effect) => recordEffectResult(deps, effect, await sendEvent(deps, effect)),
    action: async (deps, effect) => recordEffectResult(deps, effect, await askFirst(deps, effect)),
    postback: async (deps, effect) => recordEffectResult(deps, effect, await sendPostback(deps, effect)),
    signature: sendDocument,
  },
});
