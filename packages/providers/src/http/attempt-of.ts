/** A call as it is stored with the effect that it was an attempt at. */
import type { EffectAttempt } from '@sluice/contracts';
import type { OutboundAnswer } from './outbound-answer.js';

export function attemptOf(
  answer: OutboundAnswer,
  at: Date,
  outcome: EffectAttempt['outcome'],
): EffectAttempt {
  const { durationMs } = answer;
  return answer.kind === 'answered'
    ? { at, durationMs, outcome, status: answer.status, answer: answer.body }
    : { at, durationMs, outcome, error: answer.reason };
}
