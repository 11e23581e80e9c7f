/** What the answers of all SMS vendors have in common: when the vendor has to be asked again. */
import type { Answered, OutboundAnswer } from '../http/index.js';
import type { SmsRetry, SmsSendOutcome } from './sms-vendor.js';

/** Reads an answer: a vendor out of reach, throttling or in trouble is asked later, the rest is for `judge`. */
export function readVendorAnswer(
  answer: OutboundAnswer,
  judge: (answered: Answered) => SmsSendOutcome,
): SmsSendOutcome {
  if (answer.kind === 'failed') {
    return { kind: 'retry', reason: answer.reason, mayHaveArrived: answer.mayHaveArrived };
  }
  const { status, headers } = answer;
  if (status !== 408 && status !== 429 && status < 500) return judge(answer);
  const seconds = Number(headers['retry-after']);
  return {
    kind: 'retry',
    reason: `http_${status}`,
    // Throttled means not taken; a server's error may have come after the message was taken.
    mayHaveArrived: status >= 500 && status !== 503,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
  };
}

/** The retry for an answer that says success but not which message. */
export const unreadable: SmsRetry = { kind: 'retry', reason: 'unreadable_answer', mayHaveArrived: true };
