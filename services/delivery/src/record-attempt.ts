/** Records how an attempt ended and, if the buyer accepted, the end of the delivery. */
import type { DeliveryDecision } from '@sluice/contracts';
import type { AfterAttempt } from '@sluice/domain';
import {
  conclude,
  insistUntil,
  now,
  type Core,
  type LoadedSubmission,
  type StoresFor,
  type UnrecordedAttempt,
} from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import { attemptsOf } from './attempts-of.js';
import { considerNext, type Sequel } from './consider-next.js';
import { impersonalDecision, type AttemptOutcome } from '@sluice/store';

/** What recording an attempt led to. */
export type AttemptRecorded =
  /** Its outcome is recorded. */
  | { readonly kind: 'made'; readonly after: AfterAttempt }
  /** The buyer accepted the lead, and the delivery is concluded. */
  | { readonly kind: 'concluded'; readonly outcome: StageOutcome }
  /** Its outcome is recorded, but too late: another worker has the next attempt. */
  | { readonly kind: 'look_again' };

/** An attempt that has ended, and its lease. */
interface EndedAttempt extends Pick<UnrecordedAttempt, 'n' | 'outcome'> {
  readonly leaseUntil: Date;
}

/** Records an attempt that has ended. Throws if the database stays unavailable until the lease ends. */
export async function recordAttempt(
  core: Core,
  loaded: LoadedSubmission<'delivery'>,
  ended: EndedAttempt,
  sequel: Sequel,
): Promise<AttemptRecorded> {
  const { n, outcome, leaseUntil } = ended;
  const { routing } = sequel;
  const insist = insistUntil(core, leaseUntil);
  const after = await insist(() => considerNext(loaded, sequel));
  const written = () => withoutWordsIfLate(core, loaded, ended);
  // A refusal ends the delivery only if its outcome is recorded within the lease, because afterwards another worker may
  // make the next attempt. An acceptance stands, and passing on cancels the next attempt.
  if (after.kind === 'final' && isRecordedAtOnce(after.decision) && now(core) <= leaseUntil) {
    const attempt = { n, outcome, insist, written };
    const concluded = await conclude(core, loaded, after.decision, { routing, attempt });
    return concluded.kind === 'concluded' ? concluded : { kind: 'look_again' };
  }
  await insist(() => loaded.stores.attempts.conclude(attemptsOf(loaded), n, outcome));
  const isLate = await written();
  await failpoint('after-outcome-before-decision', loaded.submission);
  return isLate ? endLate(core, loaded, n, after) : { kind: 'made', after };
}

function isRecordedAtOnce({ kind }: DeliveryDecision): boolean {
  return kind === 'delivered' || kind === 'passed_on';
}

// Removes the buyer's words from an attempt that was recorded after its lease, and returns whether it was: another worker
// may have taken over, and the person may have been erased.
async function withoutWordsIfLate(
  core: StoresFor<'clock'>,
  loaded: LoadedSubmission<'delivery'>,
  { n, outcome, leaseUntil }: EndedAttempt,
): Promise<boolean> {
  const isLate = now(core) > leaseUntil;
  if (isLate) await loaded.stores.attempts.conclude(attemptsOf(loaded), n, wordless(outcome));
  return isLate;
}

// A late refusal ends the delivery only if no worker can make the next attempt any more:
//
// 1. The lease of attempt n ends, and this worker then records the buyer's no.
// 2. It cancels attempt n+1 by inserting it. If that succeeds, nobody calls the buyer again, and the no is the end.
// 3. If it fails, another worker has attempt n+1, and the buyer may accept that one: its outcome decides.
async function endLate(
  core: StoresFor<'clock'>,
  loaded: LoadedSubmission<'delivery'>,
  n: number,
  after: AfterAttempt,
): Promise<AttemptRecorded> {
  if (after.kind === 'again' || after.decision.kind === 'delivered') return { kind: 'made', after };
  const decision = impersonalDecision('delivery', after.decision);
  const isCancelled = await loaded.stores.attempts.cancel(attemptsOf(loaded), n + 1, decision, now(core));
  return isCancelled ? { kind: 'made', after: { ...after, decision } } : { kind: 'look_again' };
}

function wordless({ answer: _answer, reason: _reason, reference: _reference, ...outcome }: AttemptOutcome) {
  return outcome;
}
