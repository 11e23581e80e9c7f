/**
 * Submissions of one lead run one after another. A newer one waits while its predecessor is in progress, and replaces
 * one that only waits: held, for room at a campaign, on hold before its first attempt, or between two attempts. Only the
 * lead's list determines their order.
 */
import {
  routingQueue,
  type DecisionOf,
  type DeliveryDecision,
  type NewEffect,
  type Stage,
  type SubmissionRecord,
  type Superseded,
} from '@sluice/contracts';
import { isEnding, nextRouting, UNKNOWN_OUTCOME } from '@sluice/domain';
import { isOnHold, type StoredSubmission, type TenantStores } from '@sluice/store';
import { now, type Core } from '../core.js';
import { countForSupplier } from '../counts/supplier-count.js';
import { releaseNextWaiting } from '../waiting/release-next-waiting.js';
import { advance } from './advance.js';
import { planEffects } from '../planning/plan-effects.js';
import { conclude } from './conclude.js';
import { stagePayload } from '../enqueue/enqueue.js';

/** The effects whose outcome a submission waits for. */
const questions: ReadonlySet<NewEffect['kind']> = new Set(['action', 'call', 'check']);

/**
 * Whether a submission may start yet. `on_hold`: not before the release of a predecessor; `not_listed`: its lead does not
 * list it, so it never may.
 */
export type Turn = 'begins' | 'waits' | 'on_hold' | 'not_listed';

/**
 * Says whether the submission may start, which is when every submission listed before it has ended. Predecessors that
 * only wait are closed as superseded on the way.
 */
export async function turnOf(core: Core, submission: SubmissionRecord): Promise<Turn> {
  if (submission.first) return 'begins';
  const { leads, submissions } = core.stores.forTenant(submission.tenantId);
  const before = await leads.before(submission.leadId, submission.submissionId);
  if (!before) return 'not_listed';
  const unended = async () => {
    const earlier = await Promise.all(before.map((id) => submissions.find(id)));
    return earlier.flatMap((one) => (one?.dueAt === undefined ? [] : [one]));
  };
  const inTheWay = await unended();
  if (inTheWay.length === 0) return 'begins';
  const because = 'a newer submission of the lead';
  for (const one of inTheWay) await endIfWaiting(core, one, { by: submission.submissionId, because });
  const still = await unended();
  if (still.length === 0) return 'begins';
  return still.some(({ dueAt }) => isOnHold(dueAt)) ? 'on_hold' : 'waits';
}

/**
 * Closes a submission that only waits: held, for room at a campaign, on hold, between two attempts, or for an answer. One
 * in progress is left alone.
 * `by` is what replaces it: a submission id, or `erasure`.
 */
export async function endIfWaiting(
  core: Core,
  waiting: StoredSubmission,
  { by, because }: { readonly by: string; readonly because: string },
): Promise<void> {
  // It had ended, and its outcome is being resolved. Ending it again would start the newer submission
  // before the outcome is resolved.
  if (waiting.reason === UNKNOWN_OUTCOME) return;
  const stores = core.stores.forTenant(waiting.tenantId);
  const history = await stores.journal.history(waiting.submissionId);
  const last = history.at(-1);
  if (!last) return;
  const closed: Superseded = {
    kind: 'superseded',
    by,
    trace: [{ looked: 'successor', at: by, verdict: 'passed_over', because }],
  };
  if (isEnding(last.decision)) return advance(core, waiting, last);
  const close = <S extends Stage>(stage: S, generation: number, decision: DecisionOf[S]) =>
    conclude(core, { stage, generation, submission: waiting, stores }, decision);
  // The worker that decided may have died before it counted the lead and planned its events. Nobody is asked any more.
  const carryOut = async () => {
    await countForSupplier(core, waiting, last);
    if (by !== 'erasure') await planEffects(core, waiting, last, ({ kind }) => !questions.has(kind));
  };
  const { generation } = last;
  switch (last.decision.kind) {
    case 'held':
      await carryOut();
      // A free slot may have made this submission due. It no longer takes that slot, so the next lead that waits for it
      // becomes due.
      await releaseNextWaiting(core, waiting.tenantId, waiting.waitsFor ?? []);
      await close('routing', generation + 1, closed);
      return;
    case 'asking':
      await carryOut();
      await close('qualification', generation + 1, closed);
      return;
    case 'awaiting_action':
      await carryOut();
      await close('action', 0, closed);
      return;
    case 'routed': {
      const ending = await cancelNextAttempt(stores, waiting, generation, closed, now(core));
      if (!ending) return;
      await carryOut();
      await close('delivery', generation, ending);
      return;
    }
    default: {
      const routing = nextRouting(history);
      if (routing !== undefined && (await isOnList(core, waiting, routing)))
        await close('routing', routing, closed);
    }
  }
}

// Whether it waits for a campaign with too many leads on their way. Without an answer it may be in progress.
async function isOnList(
  { producer }: Pick<Core, 'producer'>,
  submission: SubmissionRecord,
  generation: number,
): Promise<boolean> {
  const item = routingQueue.item(stagePayload(submission, generation));
  const found = await producer
    .lists(routingQueue)
    .find(submission.tenantId, [item])
    .catch(() => undefined);
  return found?.has(item) ?? false;
}

/**
 * Cancels the planned next attempt, so that no worker can make it, and returns the decision that ends the delivery.
 * Undefined, with nothing cancelled, while an attempt is in progress, accepted or of unknown outcome: the buyer may
 * have the lead.
 */
async function cancelNextAttempt(
  { attempts }: Pick<TenantStores, 'attempts'>,
  { submissionId, dueAt }: StoredSubmission,
  generation: number,
  closed: Superseded,
  at: Date,
): Promise<DeliveryDecision | undefined> {
  const of = { submissionId, generation };
  const made = await attempts.ofGeneration(of);
  const last = made.at(-1);
  // The worker that cancelled it may have died before recording the decision.
  if (last?.ending) return last.ending;
  const isPlanned = last?.outcome?.nextAt !== undefined;
  const onlyWaits = last ? isPlanned : isOnHold(dueAt);
  if (!onlyWaits || made.some(({ outcome }) => outcome?.kind !== 'retry')) return undefined;
  return (await attempts.cancel(of, (last?.n ?? 0) + 1, closed, at)) ? closed : undefined;
}
