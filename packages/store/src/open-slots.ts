/** The audit's entrance: every reserved slot of every tenant. One of the few places that reads across tenants. */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import { idOf } from './keys.js';
import type { CountedPeriod } from '@sluice/contracts';
import type { CounterDocument } from './counter-document.js';
import { ulidTime } from './ulid-time.js';

/** A name that holds a slot of a counter, neither confirmed nor given back. */
export interface OpenSlot extends CountedPeriod {
  readonly tenantId: string;
  readonly counter: string;
  readonly name: string;
  /** The counter was founded with it: its lead's placement is not counted yet. */
  readonly carried: boolean;
}

/** The slots that are open now, save those of submissions accepted in the last `youngMs`, which are on their way. */
export type ListOpenSlots = (youngMs: number) => Promise<readonly OpenSlot[]>;

export function createListOpenSlots(
  counters: Collection<CounterDocument>,
  clock: DatabaseClock,
): ListOpenSlots {
  return async (youngMs) => {
    const young = `sub_${ulidTime(clock.now().getTime() - youngMs)}`;
    const old = { $filter: { input: '$open', cond: { $lt: ['$$this', young] } } };
    const found = await counters
      .find(
        { tenantId: { $gt: '' }, 'open.0': { $exists: true } },
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
