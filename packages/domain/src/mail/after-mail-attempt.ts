/** What follows from an attempt to hand a mail to its server: done, another attempt at a certain time, or giving up. */
import { retryAt, type EndedCall } from '../delivery/retries.js';
import { webhookRetryDelaysMs } from '../webhooks/after-webhook-attempt.js';

/** How the attempt ended. */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  /** A reply 5xx. */
  | { readonly kind: 'refused'; readonly ofRecipient: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** An attempt that has just ended. */
export interface EndedMailAttempt extends EndedCall {
  readonly answer: MailOutcome;
}

/** What follows. `disablesAddress`: the address refused mail, and gets no more until somebody has looked at it. */
export type AfterMailAttempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly disablesAddress: boolean };

// Another attempt would meet the same.
const hopeless = new Set(['blocked', 'invalid_request']);

/**
 * Decides what follows from an attempt. A reply 5xx is final. Everything else is retried like a webhook, a wrong
 * password too, which an operator corrects meanwhile. A mail that may have arrived is sent again under its Message-ID.
 */
export function afterMailAttempt({ answer, ...ended }: EndedMailAttempt): AfterMailAttempt {
  if (answer.kind === 'accepted') return { kind: 'done' };
  if (answer.kind === 'refused')
    return { kind: 'failed', reason: 'mail_refused', disablesAddress: answer.ofRecipient };
  const delayMs = webhookRetryDelaysMs[ended.n - 1];
  const { reason } = answer;
  if (hopeless.has(reason) || delayMs === undefined)
    return { kind: 'failed', reason, disablesAddress: false };
  return { kind: 'again', at: retryAt(ended, delayMs), reason };
}
