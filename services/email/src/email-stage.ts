/**
 * The e-mail worker: gathers the placed leads of a client into notices, and hands notices, daily reports and mails about
 * accounts to the mail server.
 */
import type { DueEffect } from '@sluice/contracts';
import { defineEffectStage, recordEffectResult } from '@sluice/pipeline';
import { MAIL_TIMEOUT_MS } from '@sluice/providers';
import { jobBudgetMs, type StageOutcome } from '@sluice/queue';
import type { EmailDeps } from './deps.js';
import { joinNotice } from './join-notice.js';
import { sendAccountMail } from './send-account-mail.js';
import { sendNotice } from './send-notice.js';
import { sendReport } from './send-report.js';

export const emailStage = defineEffectStage<'email', EmailDeps>({
  queue: 'email',
  budgetMs: jobBudgetMs(MAIL_TIMEOUT_MS),
  handlers: { email: handOver },
});

async function handOver(deps: EmailDeps, effect: DueEffect<'email'>): Promise<StageOutcome> {
  const { body } = effect;
  switch (body.mail) {
    case 'placed':
      return recordEffectResult(deps, effect, await joinNotice(deps, { ...effect, body }));
    case 'notice':
      return sendNotice(deps, { ...effect, body });
    case 'report':
      return sendReport(deps, { ...effect, body });
    case 'invitation':
    case 'password_reset':
    case 'password_changed':
    case 'second_factor_removed':
      return sendAccountMail(deps, { ...effect, body });
  }
}
