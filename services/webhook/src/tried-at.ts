/** A call to a vendor as its effect keeps it. */
import type { EffectAttempt } from '@sluice/contracts';
import type { Redact } from '@sluice/domain';
import type { OutboundAnswer } from '@sluice/providers';

/** The maximum number of characters that are kept of an answer. */
const LONGEST_ANSWER = 2_000;

/** A call that was claimed at `at`; `redact` takes the keys out of what is kept of the answer. */
export function triedAt(at: Date, answer: OutboundAnswer, redact: Redact): Omit<EffectAttempt, 'outcome'> {
  const { durationMs } = answer;
  if (answer.kind === 'failed') return { at, durationMs };
  return { at, durationMs, status: answer.status, answer: redact(answer.body).slice(0, LONGEST_ANSWER) };
}
