/**
 * The entry point of the audit of counts: the names in counts, of every tenant. One of the few places that read across
 * tenants.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { idOf } from '../driver/keys.js';
import { ulidTime } from '../driver/ulid-time.js';
import type { CountDocument } from './count-document.js';

/** A name that is open in a count, or that was counted there and is still kept. */
export interface OpenNameOf {
  readonly tenantId: string;
  readonly count: string;
  readonly name: string;
  readonly isCounted: boolean;
}

/**
 * The names, except those of submissions accepted in the last `youngMs`, which are still in progress, and those of
 * the tenants in `except`.
 */
export type ListOpenNames = (youngMs: number, except?: readonly string[]) => Promise<readonly OpenNameOf[]>;

export function createListOpenNames(
  counts: Collection<CountDocument>,
  clock: Pick<DatabaseClock, 'now'>,
): ListOpenNames {
  return async (youngMs, except = []) => {
    const young = `sub_${ulidTime(clock.now().getTime() - youngMs)}`;
    const oldIn = (names: string) => ({ $filter: { input: names, cond: { $lt: ['$$this', young] } } });
    const found = await counts
      .find<Found>(
        { tenantId: { $gt: '', $nin: [...except] }, 'open.0': { $exists: true } },
        { projection: { tenantId: 1, open: oldIn('$open.name'), counted: oldIn('$taken.name') } },
      )
      .toArray();
    return found.flatMap(({ _id, tenantId, open, counted }) => {
      const of = (names: readonly string[] | null, isCounted: boolean) =>
        (names ?? []).map((name) => ({ tenantId, count: idOf(_id), name, isCounted }));
      return [...of(open, false), ...of(counted, true)];
    });
  };
}

interface Found {
  readonly _id: string;
  readonly tenantId: string;
  readonly open: readonly string[];
  readonly counted: readonly string[] | null;
}
