/** Reads the parts that the answers of all SMS vendors have: whether and when to call the vendor again. */
import type { Answered, OutboundAnswer } from '../http/index.js';
import type { SmsRetry, SmsSendOutcome, SmsSent } from './sms-vendor.js';

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
  const { status, headers, bodyProblem } = answer;
  if (status >= 200 && status < 300 && bodyProblem !== undefined) return sentWithoutId;
  if (status !== 408 && status !== 429 && status < 500) return judge(answer);
  const seconds = Number(headers['retry-after']);
  return {
    kind: 'retry',
    reason: `http_${status}`,
    // A throttled message was not accepted; a server error may follow an accepted one.
    mayHaveArrived: status >= 500 && status !== 503,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
  };
}

// The vendor's status stands: it has the message, and would send it twice if asked again. Its reports name the message.
const sentWithoutId: SmsSent = { kind: 'sent', status: 'queued' };

/** The retry for an answer that reports success without a message id. */
export const unreadable: SmsRetry = { kind: 'retry', reason: 'unreadable_answer', mayHaveArrived: true };
