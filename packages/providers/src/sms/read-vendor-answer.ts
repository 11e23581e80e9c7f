/** Reads the parts that the answers of all SMS vendors have: whether and when to call the vendor again. */
import { retryAfterMs } from '@sluice/contracts';
import type { Answered, OutboundAnswer } from '../http/index.js';
import type { SmsRetry, SmsSendOutcome, SmsSent } from './sms-vendor.js';

/** A vendor that asks for a longer wait is called again after this one: a message that comes much later confuses. */
const MOST_RETRY_AFTER_MS = 3_600_000;

/**
 * Reads an answer: a vendor that is unreachable, throttling or failing is called again later; a success whose body broke
 * off is a success; `judge` reads all other answers.
 */
export function readVendorAnswer(
  answer: OutboundAnswer,
  judge: (answered: Answered) => SmsSendOutcome,
): SmsSendOutcome {
  if (answer.kind === 'failed') {
    return { kind: 'retry', reason: answer.reason, mayHaveArrived: answer.mayHaveArrived };
  }
  const { status, bodyProblem } = answer;
  if (status >= 200 && status < 300 && bodyProblem !== undefined) return sentWithoutId;
  if (status !== 408 && status !== 429 && status < 500) return judge(answer);
  // A throttled message was not accepted; a server error may follow an accepted one.
  return retryLater(answer, `http_${status}`, status >= 500 && status !== 503);
}

/** The retry for an answer that asks for one, not before the time that it names. */
export function retryLater({ headers }: Answered, reason: string, mayHaveArrived: boolean): SmsRetry {
  const askedMs = retryAfterMs(headers, new Date(), MOST_RETRY_AFTER_MS);
  return { kind: 'retry', reason, mayHaveArrived, retryAfterMs: askedMs || undefined };
}

// The vendor's status stands: it has the message, and would send it twice if asked again. Its reports name the message.
const sentWithoutId: SmsSent = { kind: 'sent', status: 'queued' };

/** The retry for an answer that reports success without a message id. */
export const unreadable: SmsRetry = { kind: 'retry', reason: 'unreadable_answer', mayHaveArrived: true };
