/**
 * Buyers in trouble now, of every tenant: those that fail or accept nothing, and those whose circuit is open, by itself or
 * by an operator's order.
 */
import { deliveryQueue, type NowState } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';
import { waitingFor } from '@sluice/queue';
import { isCheck, RECENT_MS } from '@sluice/reports';
import { isOrderedOpen, type CircuitOrder, type ReceiverHealth, type Stores } from '@sluice/store';
import { firstOf, type First } from '../live/first-of.js';
import { shownBy, type Caller } from '../who-did.js';
import { knownReceivers, receiverOr } from './buyer-names.js';
import { buyerState, FORGOTTEN_AFTER_MS, isFailure } from './buyer-state.js';
import { heldByVendor } from './held-by-vendor.js';

/** A buyer in trouble. */
export type TroubledBuyer = NonNullable<NowState['buyers']>[number];

const MOST = 50;
/** How many are looked at in each of the ways to be in trouble; of those that failed lately some are in none. */
const CANDIDATES = 200;

interface Deps {
  readonly stores: Pick<Stores, 'receivers' | 'forTenant' | 'clock'>;
  /** Leads that wait are not counted without it. */
  readonly redis: RedisConnection | undefined;
  /** Only those of this tenant, as its members are shown them. */
  readonly tenantId?: string | undefined;
}

/**
 * Reads the first of the troubled buyers, with how many leads wait for each: for a vendor those that it holds, for another if
 * Redis answers. A circuit that an operator
 * opened comes before one that opened by itself.
 */
export async function readTroubledBuyers({
  stores,
  redis,
  tenantId: only,
}: Deps): Promise<First<TroubledBuyer>> {
  const now = stores.clock.now();
  const found = await stores.receivers.inTrouble(CANDIDATES + 1, {
    failedSince: new Date(now.getTime() - FORGOTTEN_AFTER_MS),
    calledSince: new Date(now.getTime() - RECENT_MS),
    tenantId: only,
  });
  const { first, more } = firstOf(
    MOST,
    found.flatMap((health) => troubleOf(health, now, only === undefined ? { role: 'view' } : {})),
  );
  const named = first.map(async (one) => {
    const { tenantId, receiver } = one;
    const ofTenant = stores.forTenant(tenantId);
    const known = receiverOr(await knownReceivers(ofTenant), receiver);
    const waiting = isCheck(receiver)
      ? await heldByVendor(ofTenant, receiver)
      : await waitingIn(redis, tenantId, known.lane);
    return { ...one, buyer: known.buyer, waiting };
  });
  return { first: await Promise.all(named), more: more || found.length > CANDIDATES };
}

type Unnamed = Omit<TroubledBuyer, 'buyer' | 'waiting'>;

function troubleOf(health: ReceiverHealth, now: Date, caller: Caller): readonly Unnamed[] {
  const { tenantId, receiver, order, openUntil, failingSince, acceptsNoneSince, lastCalledAt } = health;
  const state = buyerState(health, now);
  switch (state) {
    case 'open': {
      const since = failingSince ?? health.circuit.at(-1)?.since;
      const own = {
        answers: lastFailure(health),
        since: since?.toISOString(),
        until: openUntil?.toISOString(),
      };
      return [{ tenantId, receiver, state, ...(isOrderedOpen(order, now) ? byHand(order, caller) : own) }];
    }
    case 'failing':
      return [
        { tenantId, receiver, state, answers: lastFailure(health), since: failingSince?.toISOString() },
      ];
    case 'accepts_none':
      // What it was last asked longer ago is no news.
      return lastCalledAt && now.getTime() - lastCalledAt.getTime() < RECENT_MS
        ? [{ tenantId, receiver, state, answers: '', since: acceptsNoneSince?.toISOString() }]
        : [];
    case 'works':
    case 'unknown':
      return [];
  }
}

function byHand({ at, until, reason = '', ...order }: CircuitOrder, caller: Caller) {
  return {
    answers: '',
    openedBy: { by: shownBy(caller, order), reason },
    since: at.toISOString(),
    until: until?.toISOString(),
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

function lastFailure({ answers }: ReceiverHealth): string {
  const last = answers.find(isFailure);
  return last?.status === undefined ? (last?.failure ?? '') : String(last.status);
}
