/** How a buyer does, in one word, which its page, the list of buyers and the findings all say. */
import { isCheck } from '@sluice/reports';
import { isOrderedOpen, type ReceiverAnswer, type ReceiverHealth } from '@sluice/store';

/** The states of a buyer, the worst first. `accepts_none`: it answers, and accepted none of its last ten calls. */
export const buyerStates = ['open', 'failing', 'accepts_none', 'works', 'unknown'] as const;
export type BuyerState = (typeof buyerStates)[number];

/** Fewer failures in a row prove nothing yet. */
const FAILURES = 3;
/** A buyer that was not called for this long may have recovered without any lead to show it. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** The state of a buyer of which this is known. */
export function buyerState(health: ReceiverHealth | undefined, now: Date): BuyerState {
  if (!health) return 'unknown';
  if (isOrderedOpen(health.order, now) || (health.openUntil && health.openUntil > now)) return 'open';
  if (isFailing(health, now)) return 'failing';
  // The vendor of a check gives no acceptances. Calls that nobody answered are no refusals, however long ago the last one was.
  if (health.acceptsNoneSince && !isCheck(health.receiver))
    return health.failingSince ? 'failing' : 'accepts_none';
  return 'works';
}

function isFailing({ receiver, failingSince, lastFailedAt, answers }: ReceiverHealth, now: Date): boolean {
  if (!failingSince || !lastFailedAt) return false;
  if (now.getTime() - lastFailedAt.getTime() >= FORGOTTEN_AFTER_MS) return false;
  if (isCheck(receiver) && refusesKey(answers[0])) return true;
  return answers.slice(0, FAILURES).filter(isFailure).length === FAILURES;
}

// Another call of a vendor that refuses the key would be refused too.
function refusesKey(latest: ReceiverAnswer | undefined): boolean {
  return latest?.status === 401 || latest?.status === 403;
}

const undecided: ReadonlySet<string> = new Set(['retry', 'unknown', 'failed', 'impossible']);

/** Whether a call ended without the buyer's decision. */
export function isFailure({ outcome }: ReceiverAnswer): boolean {
  return undecided.has(outcome);
}
