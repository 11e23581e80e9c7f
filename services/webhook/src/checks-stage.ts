/**
 * The checks that qualification waits for, and the calls that a first submission waits for, on a queue of their own in
 * this process: it calls out already, has the tenants' credentials, and makes the other call that a submission waits for.
 */
import { defineEffectStage } from '@sluice/pipeline';
import { jobBudgetMs } from '@sluice/queue';

import type { WebhookDeps } from './deps.js';
import { CHECK_LEASE_MS } from './checks/check-call.js';
import { makeCheck } from './checks/make-check.js';
import { placeCall } from './calls/place-call.js';

export const checksStage = defineEffectStage<'checks', WebhookDeps>({
  queue: 'checks',
  budgetMs: jobBudgetMs(CHECK_LEASE_MS),
  handlers: { check: makeCheck, call: placeCall },
});
