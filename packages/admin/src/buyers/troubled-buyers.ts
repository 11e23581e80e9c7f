/**
 * Buyers in trouble now, of every tenant: those that fail, and those whose circuit is open, by itself or by an
 * operator's order.
 */
import { deliveryQueue, type NowState } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';
import { waitingFor } from '@sluice/queue';
import { isOrderedOpen, type ReceiverAnswer, type ReceiverHealth, type Stores } from '@sluice/store';
import { firstOf, type First } from '../live/first-of.js';
import { knownReceivers, receiverOr } from './buyer-names.js';

/** A buyer in trouble. */
export type TroubledBuyer = NonNullable<NowState['buyers']>[number];

const MOST = 50;
/** How many are looked at in each of the ways to be in trouble; of those that failed lately some are in none. */
const CANDIDATES = 200;
/** Fewer failures in a row prove nothing yet. */
const FAILURES = 3;
/** A buyer that was not called for this long may have recovered without any lead to show it. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;

interface Deps {
  readonly stores: Pick<Stores, 'receivers' | 'forTenant' | 'clock'>;
  /** Leads that wait are not counted without it. */
  readonly redis: RedisConnection | undefined;
}

/**
 * Reads the first of the troubled buyers, with how many leads wait for each if Redis answers. A circuit that an operator
 * opened comes before one that opened by itself.
 */
export async function readTroubledBuyers({ stores, redis }: Deps): Promise<First<TroubledBuyer>> {
  const now = stores.clock.now();
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  const found = await stores.receivers.inTrouble(CANDIDATES + 1, forgotten);
  const { first, more } = firstOf(
    MOST,
    found.flatMap((health) => troubleOf(health, now)),
  );
  const named = first.map(async (one) => {
    const { tenantId, receiver } = one;
    const known = receiverOr(await knownReceivers(stores.forTenant(tenantId)), receiver);
    const waiting = await waitingIn(redis, tenantId, known.lane);
    return { ...one, buyer: known.buyer, waiting };
  });
  return { first: await Promise.all(named), more: more || found.length > CANDIDATES };
}

type Unnamed = Omit<TroubledBuyer, 'buyer' | 'waiting'>;

function troubleOf(health: ReceiverHealth, now: Date): readonly Unnamed[] {
  const { tenantId, receiver, order } = health;
  if (!isOrderedOpen(order, now)) return isInTrouble(health, now) ? [byItself(health, now)] : [];
  const { at, until, by, reason = '' } = order;
  return [
    {
      tenantId,
      receiver,
      state: 'open',
      answers: '',
      openedBy: { by, reason },
      since: at.toISOString(),
      until: until?.toISOString(),
    },
  ];
}

function byItself(health: ReceiverHealth, now: Date): Unnamed {
  const { tenantId, receiver, failingSince, openUntil } = health;
  const isOpen = openUntil !== undefined && openUntil > now;
  const since = failingSince ?? (isOpen ? health.circuit.at(-1)?.since : undefined);
  return {
    tenantId,
    receiver,
    state: isOpen ? 'open' : 'failing',
    answers: lastFailure(health),
    since: since?.toISOString(),
    until: isOpen ? openUntil.toISOString() : undefined,
  };
}

/** The number of leads waiting in a lane; undefined if there is no lane, or Redis was not asked or does not answer. */
export async function waitingIn(
  redis: RedisConnection | undefined,
  tenantId: string,
  lane: string | undefined,
): Promise<number | undefined> {
  if (lane === undefined || !redis) return undefined;
  return waitingFor(deliveryQueue, redis, { tenantId, lane }).catch(() => undefined);
}

/** Whether an operator should know of the buyer: its circuit is open, or its last few calls failed. */
export function isInTrouble(
  { openUntil, failingSince, lastFailedAt, answers }: ReceiverHealth,
  now: Date,
): boolean {
  if (openUntil && openUntil > now) return true;
  if (!failingSince || !lastFailedAt) return false;
  const recently = now.getTime() - lastFailedAt.getTime() < FORGOTTEN_AFTER_MS;
  return recently && answers.slice(0, FAILURES).filter(isFailure).length === FAILURES;
}

const undecided: ReadonlySet<string> = new Set(['retry', 'unknown', 'failed', 'impossible']);

function isFailure({ outcome }: ReceiverAnswer): boolean {
  return undecided.has(outcome);
}

function lastFailure({ answers }: ReceiverHealth): string {
  const last = answers.find(isFailure);
  return last?.status === undefined ? (last?.failure ?? '') : String(last.status);
}
