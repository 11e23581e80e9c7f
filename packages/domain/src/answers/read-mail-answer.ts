/** What a mail server's answer to a lead means. */
import type { OwnReason } from '@sluice/contracts';
import type { AttemptResult } from '../delivery/attempt-result.js';

/** A reply below 300 accepts the lead for the buyer's mailbox. Any other one is a refusal that another attempt would meet again. */
export function readMailAnswer({ status }: { readonly status: number }): AttemptResult {
  if (status < 300) return { kind: 'accepted', trace: [] };
  return { kind: 'failed', reason: 'mail_refused' satisfies OwnReason, trace: [] };
}
