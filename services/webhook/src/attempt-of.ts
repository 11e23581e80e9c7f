/** An attempt as it is stored with its effect. */
import type { EffectAttempt } from '@sluice/contracts';
import type { OutboundAnswer } from '@sluice/providers';

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
