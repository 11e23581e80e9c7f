/** Sends a mail about an account. Its link is opened only to write the mail. */
import type { AccountBody } from '@sluice/contracts';
import { accountMail } from '@sluice/domain';
import { recordEffectResult } from '@sluice/pipeline';
import type { StageOutcome } from '@sluice/queue';
import { unseal } from '@sluice/store';
import type { EmailDeps, MailEffect } from './deps.js';
import { accountRecipient } from './recipient-of.js';
import { sendMail } from './send-mail.js';

/** Makes one attempt. */
export async function sendAccountMail(
  deps: EmailDeps,
  effect: MailEffect<AccountBody>,
): Promise<StageOutcome> {
  const recipient = await accountRecipient(deps, effect.tenantId, effect.body);
  if ('kind' in recipient) return recordEffectResult(deps, effect, recipient);
  return sendMail(deps, effect, recipient, async ({ body }) =>
    accountMail(body, body.link && unseal(body.link, deps.encryptionKeys)),
  );
}
