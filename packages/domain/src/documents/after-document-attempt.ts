/** What follows from an attempt to have a document sent: done, refused for good, or another attempt. */
import {
  afterWebhookAttempt,
  type AfterWebhookAttempt,
  type EndedWebhookAttempt,
} from '../webhooks/after-webhook-attempt.js';

/** How an attempt ended that did not send the document. */
export type FailedDocumentAttempt = Omit<EndedWebhookAttempt, 'retryAttempts'> & {
  /** Whether the vendor may have sent it all the same. */
  readonly mayBeSent: boolean;
};

/** What follows; the vendor's refusal is `document_refused`. */
export type AfterDocumentAttempt =
  | Pick<Extract<AfterWebhookAttempt, { kind: 'again' }>, 'kind' | 'at'>
  | { readonly kind: 'failed'; readonly reason: string };

const RETRIES = 5;
/** When an attempt follows the last one that only looks whether the vendor has the document. */
const LOOK_AFTER_MS = 60_000;
/** Refusals that another attempt may overcome. */
const passing = new Set([408, 425, 429]);

/**
 * Decides what follows: 4xx is final, and everything else is tried again on the schedule of webhooks. A yes that cannot
 * be read is tried again too: every attempt begins with looking the document up. The one after the last only does that.
 */
export function afterDocumentAttempt({ mayBeSent, ...ended }: FailedDocumentAttempt): AfterDocumentAttempt {
  const { answer, n, now } = ended;
  const status = answer.kind === 'answered' ? answer.status : 0;
  if (status >= 400 && status < 500 && !passing.has(status))
    return { kind: 'failed', reason: 'document_refused' };
  const isYes = status >= 200 && status < 300;
  const read = isYes ? ({ kind: 'failed', reason: 'answer_malformed' } as const) : answer;
  const after = afterWebhookAttempt({ ...ended, answer: read, retryAttempts: RETRIES });
  if (after.kind === 'again') return after;
  if (mayBeSent && !onlyLooks(n)) return { kind: 'again', at: new Date(now.getTime() + LOOK_AFTER_MS) };
  return { kind: 'failed', reason: after.kind === 'done' ? 'answer_malformed' : after.reason };
}

/** Whether attempt `n`, from 1, only looks whether the vendor has the document. */
export function onlyLooks(n: number): boolean {
  return n > RETRIES + 1;
}
