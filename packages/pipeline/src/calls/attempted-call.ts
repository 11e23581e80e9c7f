/**
 * A claimed call whose claim is an attempt of its own: inserted under its key before the call, with the outcome written to
 * it after the call, so that whoever takes over reads there what came of it. Without an outcome, it is unknown.
 */
import type { EffectAttempt, OwnReason } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { AttemptOutcome, AttemptsOf, DeliveryAttempt, TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';
import { claimedCall, type Answered, type CallClaim, type Called, type CallPlan } from './claimed-call.js';
import { insistUntil } from './insist.js';

type Attempts = TenantStores['attempts'];

/** An attempt that is about to be claimed. */
export interface PlannedAttempt extends Pick<DeliveryAttempt, 'n' | 'url' | 'sent' | 'files'> {
  readonly of: AttemptsOf;
}

/** How soon a worker looks again for what it cannot see yet. */
const LOOK_AGAIN_MS = 1_000;

/** Whether a worker may be making the attempt at `at`. */
export function isUnderWay({ outcome, leaseUntil }: DeliveryAttempt, at: Date): boolean {
  return !outcome && leaseUntil > at;
}

/**
 * The number of the attempt that an effect makes next. What came of the last one may not be recorded in the effect yet:
 * then it is that one again, and whoever tries to claim it finds what it led to.
 */
export async function nextOfEffect(
  attempts: Attempts,
  of: AttemptsOf,
  recorded: readonly EffectAttempt[],
): Promise<number> {
  const last = (await attempts.ofGeneration(of)).at(-1);
  if (!last) return 1;
  const isRecorded = recorded.some(({ at }) => at.getTime() === last.startedAt.getTime());
  return isRecorded ? last.n + 1 : last.n;
}

/** The claim that an attempt is. */
export function attemptClaim(
  attempts: Attempts,
  { of, ...attempt }: PlannedAttempt,
): CallClaim<true, DeliveryAttempt> {
  const { n } = attempt;
  return {
    take: async (lease) => (await attempts.claim(of, { ...attempt, ...lease })) || undefined,
    async standing(at) {
      const claimed = (await attempts.ofGeneration(of)).find((one) => one.n === n);
      if (!claimed) return { kind: 'under_way', until: soonAfter(at) };
      const { outcome, startedAt, leaseUntil } = claimed;
      if (isUnderWay(claimed, at)) return { kind: 'under_way', until: leaseUntil };
      return outcome?.reason === NOT_SENT ? { kind: 'not_sent', startedAt } : { kind: 'left', left: claimed };
    },
    // Only the worker that claimed an attempt can make it, so the receiver has nothing from this one. Without this outcome
    // it would count as unknown once the lease ends.
    async unmade(_lease, at) {
      const outcome = { kind: 'retry', reason: NOT_SENT, endedAt: at, durationMs: 0, nextAt: at } as const;
      await attempts.concludeIfUnchanged(of, n, undefined, outcome);
    },
  };
}

const NOT_SENT = 'not_sent' satisfies OwnReason;

/** What came of trying to make an attempt. */
export type AttemptedCall<Answer> =
  | (Answered<Answer, true> & { readonly endedAt: Date })
  | Exclude<Called<Answer, true, DeliveryAttempt>, { kind: 'answered' }>;

/** An attempt that is to be made, and the outcome that its answer is. */
interface AttemptPlan<Answer> extends CallPlan<Answer, true> {
  readonly read: (answer: Answer, endedAt: Date, startedAt: Date) => AttemptOutcome;
}

/**
 * Makes attempt `n`, unless it is claimed already, and writes the outcome that `read` makes of its answer. An answer that
 * comes after the lease is the outcome all the same; but unless it is a yes, what follows from it is left to the next
 * run, because another worker may have taken over.
 */
export async function attemptedCall<Answer>(
  core: StoresFor<'clock'>,
  attempts: Attempts,
  attempt: PlannedAttempt,
  { read, ...plan }: AttemptPlan<Answer>,
): Promise<AttemptedCall<Answer>> {
  const called = await claimedCall(core, attemptClaim(attempts, attempt), plan);
  if (called.kind !== 'answered') return called;
  const endedAt = now(core);
  const outcome = read(called.answer, endedAt, called.startedAt);
  await failpoint('after-call-before-outcome', plan.about);
  const { leaseUntil } = called;
  await insistUntil(core, leaseUntil)(() => attempts.conclude(attempt.of, attempt.n, outcome));
  const at = now(core);
  if (at > leaseUntil && outcome.kind !== 'accepted') return { kind: 'under_way', until: soonAfter(at) };
  return { ...called, endedAt };
}

function soonAfter(at: Date): Date {
  return new Date(at.getTime() + LOOK_AGAIN_MS);
}
