/**
 * The entry point of the slot audit: every reserved slot of every tenant. One of the few places that read across
 * tenants.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import { idOf } from './keys.js';
import type { CountedPeriod } from '@sluice/contracts';
import type { CounterDocument } from './counter-document.js';
import { ulidTime } from './ulid-time.js';

/** A name that holds a slot of a counter and is neither confirmed nor released. */
export interface OpenSlot extends CountedPeriod {
  readonly tenantId: string;
  readonly counter: string;
  readonly name: string;
  /** Whether the counter was founded with this name, so that a placement of its lead is not counted yet. */
  readonly carried: boolean;
}

/**
 * The open slots, except those of submissions accepted in the last `youngMs`, which are still in progress, and those of
 * the tenants in `except`.
 */
export type ListOpenSlots = (youngMs: number, except?: readonly string[]) => Promise<readonly OpenSlot[]>;

export function createListOpenSlots(
  counters: Collection<CounterDocument>,
  clock: DatabaseClock,
): ListOpenSlots {
  return async (youngMs, except = []) => {
    const young = `sub_${ulidTime(clock.now().getTime() - youngMs)}`;
    const old = { $filter: { input: '$open', cond: { $lt: ['$$this', young] } } };
    const found = await counters
      .find(
        { tenantId: { $gt: '', $nin: [...except] }, 'open.0': { $exists: true } },
        { projection: { tenantId: 1, open: old, carried: 1, periodStart: 1, periodEnd: 1 } },
      )
      .toArray();
    return found.flatMap(({ _id, tenantId, open, carried, periodStart, periodEnd }) => {
      const founded = new Set(carried);
      return open.map((name) => ({
        tenantId,
        counter: idOf(_id),
        name,
        carried: founded.has(name),
        periodStart,
        periodEnd,
      }));
    });
  };
}
