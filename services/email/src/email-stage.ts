/**
 * The e-mail worker: gathers the placed leads of a client into notices, and hands notices and daily
 * reports to the mail server.
 */
import { emailQueue, type EffectPayload } from '@sluice/contracts';
import type { NoticeBody, PlacedBody, ReportBody } from '@sluice/domain';
import { loadEffect, nothingLeft, recordEffectResult } from '@sluice/pipeline';
import { MAIL_TIMEOUT_MS } from '@sluice/providers';
import { defineStage, jobBudgetMs } from '@sluice/queue';
import type { EmailDeps } from './deps.js';
import { joinNotice } from './join-notice.js';
import { sendNotice } from './send-notice.js';
import { sendReport } from './send-report.js';

export const emailStage = defineStage<EffectPayload, EmailDeps>({
  queue: emailQueue,
  budgetMs: jobBudgetMs(MAIL_TIMEOUT_MS),

  async run(payload, deps, run) {
    const effect = await loadEffect(deps, payload, run);
    if (!effect) return nothingLeft;
    const body = effect.body as PlacedBody | NoticeBody | ReportBody;
    switch (body.mail) {
      case 'placed':
        return recordEffectResult(deps, effect, await joinNotice(deps, effect, body));
      case 'notice':
        return sendNotice(deps, effect, body);
      case 'report':
        return sendReport(deps, effect, body);
    }
  },
});
