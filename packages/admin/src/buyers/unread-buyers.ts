/**
 * Buyers of every tenant that answer with what the response rules of their endpoint cannot read, and vendors of checks
 * whose answers cannot be used.
 */
import { missingVerdicts } from '@sluice/domain';
import { isCheck, isModel, RECENT_MS, type UnreadBuyer } from '@sluice/reports';
import type { ReceiverHealth, Stores } from '@sluice/store';
import { firstOf, type First } from '../live/first-of.js';
import { knownReceivers, receiverOr } from './buyer-names.js';
import { heldByVendor } from './held-by-vendor.js';

const MOST = 50;

/** Reads the first of them, of one tenant or of all, from their latest answers, the latest unread answer first. */
export async function readUnreadBuyers(
  stores: Pick<Stores, 'receivers' | 'forTenant' | 'clock'>,
  tenantId?: string,
): Promise<First<UnreadBuyer>> {
  const since = new Date(stores.clock.now().getTime() - RECENT_MS);
  const { first, more } = firstOf(MOST, await stores.receivers.unread(MOST + 1, since, tenantId));
  const named = first.flatMap(unreadOf).map(async (one) => {
    const ofTenant = stores.forTenant(one.tenantId);
    const { buyer } = receiverOr(await knownReceivers(ofTenant), one.receiver);
    if (!isCheck(one.receiver)) return { ...one, buyer };
    return { ...one, buyer, waiting: await heldByVendor(ofTenant, one.receiver) };
  });
  return { first: await Promise.all(named), more };
}

// Answers that were read since then replace those that were not.
function unreadOf({ tenantId, receiver, answers }: ReceiverHealth): readonly Omit<UnreadBuyer, 'buyer'>[] {
  const unread = answers.filter(({ unreadable }) => unreadable);
  const first = unread.at(-1);
  // A vendor of few leads is told of from its first one on, and of many a single one proves nothing.
  const fewest = isModel(receiver) ? undefined : 1;
  if (isCheck(receiver) && missingVerdicts(answers, fewest) === undefined) return [];
  return first
    ? [
        {
          tenantId,
          receiver,
          isModel: isModel(receiver) ? true : undefined,
          unread: unread.length,
          latest: answers.length,
          since: first.at,
        },
      ]
    : [];
}
