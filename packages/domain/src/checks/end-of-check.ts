/** What a stored check has come to. */
import { readOwnReason, type Effect, type OwnReason } from '@sluice/contracts';

/** An answer as it came, or why none did. */
export type CameOfCall =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bodyRead: string;
      readonly truncated?: boolean;
      readonly bodyProblem?: string;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** How a check has ended; `Answer` is what a usable answer says. */
export type EndOfCheck<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** There was no usable answer, for this reason. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** Nobody was asked after all. */
  | { readonly kind: 'not_asked'; readonly because: OwnReason }
  /** A simulation asks nobody. */
  | { readonly kind: 'assumed' };

/** The effect of a check as it is stored, if it is; or `assumed` in a simulation. */
export type StoredCheck = Pick<Effect, 'status' | 'attempts' | 'reason'> | 'assumed' | undefined;

/** How a check has ended; undefined while it has not. `recall` reads the answer that was kept. */
export function endOfCheck<Answer>(
  check: StoredCheck,
  recall: (text: string) => Answer | undefined,
): EndOfCheck<Answer> | undefined {
  if (check === 'assumed') return { kind: check };
  if (!check || check.status === 'due') return undefined;
  const kept = check.status === 'done' ? check.attempts.at(-1)?.answer : undefined;
  const answer = kept === undefined ? undefined : recall(kept);
  if (answer !== undefined) return { kind: 'answered', answer };
  const { reason = 'unknown' } = check;
  const own = readOwnReason(reason);
  if (check.status === 'skipped' && own?.kind === 'constant')
    return { kind: 'not_asked', because: own.reason };
  return { kind: 'unanswered', reason };
}
