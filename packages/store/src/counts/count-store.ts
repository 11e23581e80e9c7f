/** The counts of a tenant: what its campaigns and clients have room for, and the leads on their way there. */
import { batchCalls } from '@sluice/concurrency';
import type { CountOwner } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { KNOWN_EVERYWHERE_MS } from '../configuration/catalog-cache.js';
import type { DatabaseClock } from '../driver/clock.js';
import { createCommit, type Commit } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { idOf, keyOf, keyRange } from '../driver/keys.js';
import { emptyCount, type CountAsk, type CountDocument, type Credit } from './count-document.js';
import { fullLimits, seeAlike, usageOf, type LimitUse, type See, type SeenCount } from './count-use.js';
import type { Refused, WantedName } from './opening.js';
import { standingsOf, type MemberStanding } from './member-standing.js';
import { recount, type RecountCollections } from './recount.js';
import { bringNamesBack, DAY_MS, setNamesAside, type NamesSetAside } from './names-set-aside.js';
import { takeOutOthersUpdate } from './take-out-update.js';
import { EndedNames, takingOutPhase, type TakenOut } from './taking-out.js';

/** A count that a lead counts in, with the limits that apply to it now. */
export interface CountRequest extends CountAsk {
  readonly owner: CountOwner;
}

/** Why a name could not be opened: limits without room, or when to ask again. */
export type NoRoom =
  | { readonly kind: 'full'; readonly limits: readonly string[] }
  | { readonly kind: 'ask_again'; readonly at: Date };

/** What is left of a count's limits; without caps there is no `leads`, and without budgets no `minor`. */
export interface CountRoom {
  readonly leads?: number;
  readonly minor?: number;
}

/** A lead's place in counts: its name, and the opening under which it is there. */
export interface Slot {
  readonly name: string;
  readonly opening: string;
}

/** The bounds on the counts of a process. */
export interface CountBounds {
  /** How long after a change of the configuration processes may still use the one before. */
  readonly knownEverywhereMs: number;
}

export const usualCountBounds: CountBounds = { knownEverywhereMs: KNOWN_EVERYWHERE_MS };

const SOON_MS = 200;

/** The collections of counts, and what a recount reads. */
export interface CountCollections extends RecountCollections {
  readonly namesSetAside: Collection<NamesSetAside>;
}

/** Batched round trips, of all tenants of the process. */
export interface CountBatching {
  readonly bounds: CountBounds;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly collections: CountCollections;
  /** Counts that are being recounted by this process, so that a burst of leads recounts each once. */
  readonly recounting: Map<string, Promise<void>>;
  readonly see: (asked: See) => Promise<SeenCount | undefined>;
  readonly takeOut: Commit<{ readonly counts: { readonly item: TakenOut; readonly refusal: never } }>;
  readonly ended: EndedNames;
}

export function countBatching(
  writer: BulkWriter,
  collections: CountCollections,
  clock: Pick<DatabaseClock, 'now'>,
  bounds: CountBounds,
): CountBatching {
  const { counts } = collections;
  const ended = new EndedNames();
  return {
    bounds,
    clock,
    collections,
    recounting: new Map(),
    see: batchCalls<See, SeenCount | undefined>((asks) => seeAlike(counts, asks)),
    takeOut: createCommit(writer, { counts: takingOutPhase(collections, ended) }),
    ended,
  };
}

/** Counts of one tenant. */
export class CountStore {
  readonly #batching: CountBatching;
  readonly #tenantId: string;

  constructor(batching: CountBatching, tenantId: string) {
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  /**
   * The slot in each of the counts, in order, to be opened together with a decision. Open names in `except` take no room
   * from it, because they stand for the same lead.
   */
  wanted(
    { name, opening }: Slot,
    at: Date,
    requests: readonly CountRequest[],
    except: readonly string[] = [],
  ): readonly WantedName[] {
    return requests.map(({ name: count, zone, starts, limits, expected }) => ({
      key: keyOf(this.#tenantId, count),
      tenantId: this.#tenantId,
      name,
      opening,
      at,
      zone,
      starts,
      limits,
      except,
      expected,
    }));
  }

  /** What follows from a refusal: which limits are full, or when to ask again. Recounts for a new time zone. */
  async follow({ key, why }: Refused, requests: readonly CountRequest[]): Promise<NoRoom> {
    if (why.kind === 'full') return why;
    const { clock } = this.#batching;
    const request = requests.find(({ name }) => name === idOf(key));
    if ((why.kind === 'other_zone' || why.kind === 'recounted') && request) await this.#recount(request);
    return { kind: 'ask_again', at: new Date(clock.now().getTime() + SOON_MS) };
  }

  /** The limits that have no room now, by name. */
  async full(requests: readonly CountAsk[]): Promise<readonly string[]> {
    const limited = requests.filter(({ limits }) => limits.length > 0);
    const seen = await Promise.all(limited.map((request) => this.#see(request)));
    return limited.flatMap((request, index) => fullLimits(request, seen[index]));
  }

  /**
   * The limits that have no room now for a lead that may be open there already: `openIn` are the counts in which `name` is.
   * The names in `except` take no room.
   */
  async look(
    name: string,
    requests: readonly CountAsk[],
    except: readonly string[],
  ): Promise<{ readonly full: readonly string[]; readonly openIn: readonly string[] }> {
    const others = [name, ...except];
    const seen = await Promise.all(
      requests.map((request) => this.#see(request, { names: [name], except: others })),
    );
    return {
      full: requests.flatMap((request, index) => fullLimits(request, seen[index])),
      openIn: requests.flatMap((request, index) =>
        seen[index]?.openNames?.includes(name) ? [request.name] : [],
      ),
    };
  }

  /** The room that is left in a count under all of its limits: leads under caps, minor units of its budgets. */
  async room(request: CountAsk): Promise<CountRoom> {
    const used = await this.used([request]);
    const left = (isMoney: boolean) => {
      const limits = request.limits.filter(({ currency }) => isMoney === (currency !== undefined));
      const each = limits.map(({ name, cap }) => cap - (used.get(name) ?? 0));
      return each.length === 0 ? undefined : Math.max(0, Math.min(...each));
    };
    const [leads, minor] = [left(false), left(true)];
    return { leads, minor };
  }

  /** How much of each limit is used, by name: leads placed in its period and on their way, or their minor units. */
  async used(requests: readonly CountAsk[]): Promise<ReadonlyMap<string, number>> {
    const usage = await this.#usage(requests, false);
    return new Map([...usage].map(([name, { used }]) => [name, used]));
  }

  /** The same, for display, with what is reserved of it. */
  usage(requests: readonly CountAsk[]): Promise<ReadonlyMap<string, LimitUse>> {
    return this.#usage(requests, true);
  }

  async #usage(requests: readonly CountAsk[], reserved: boolean): Promise<ReadonlyMap<string, LimitUse>> {
    const limited = requests.filter(({ limits }) => limits.length > 0);
    const seen = await Promise.all(limited.map((request) => this.#see(request, { reserved })));
    return usageOf(limited, seen);
  }

  /** What the members of a group have today, in the order of their counts. */
  async standings(requests: readonly CountAsk[]): Promise<readonly MemberStanding[]> {
    return standingsOf(
      this.#batching.collections.counts,
      requests.map((request) => ({ ...request, key: keyOf(this.#tenantId, request.name) })),
    );
  }

  /** Notes that a member of a group cannot take leads at the moment, whether or not it ever took one. */
  async setAway({ name, zone, starts }: CountRequest): Promise<void> {
    const _id = keyOf(this.#tenantId, name);
    const anew = emptyCount(this.#tenantId, { zone, starts });
    const update = { $set: { away: true }, $setOnInsert: anew } as const;
    await this.#batching.collections.counts.updateOne({ _id }, update, { upsert: true });
  }

  /** Notes that a member takes leads again, and what it is credited with. */
  async setBack(name: string, credit: Credit): Promise<void> {
    const _id = keyOf(this.#tenantId, name);
    await this.#batching.collections.counts.updateOne({ _id }, { $set: { credit }, $unset: { away: '' } });
  }

  /** The slot to take out of these counts with an end; with `placed`, its lead is counted. */
  takenOut(
    { name, opening }: Slot,
    counts: readonly string[],
    placed?: { readonly at: Date; readonly amount?: TakenOut['amount'] },
  ): readonly TakenOut[] {
    return counts.map((count) => ({
      key: keyOf(this.#tenantId, count),
      name,
      opening,
      placedAt: placed?.at,
      amount: placed?.amount,
    }));
  }

  /** Takes the slot out of these counts, and counts it. Repeatable: only a name that is open is counted. */
  async count(slot: Slot, counts: readonly string[], at: Date): Promise<void> {
    await this.#batching.takeOut({ counts: this.takenOut(slot, counts, { at }) });
  }

  /** Takes the slot out of these counts uncounted. Repeatable. */
  async release(slot: Slot, counts: readonly string[]): Promise<void> {
    await this.#batching.takeOut({ counts: this.takenOut(slot, counts) });
  }

  /**
   * Takes the name out of these counts wherever it is open under another opening than the one that its decision names:
   * that of a worker which died before it decided. Repeatable.
   */
  async releaseOthers(name: string, opening: string | undefined, counts: readonly string[]): Promise<void> {
    const update = takeOutOthersUpdate(name, opening);
    const _id = { $in: counts.map((count) => keyOf(this.#tenantId, count)) };
    await this.#batching.collections.counts.updateMany({ _id, 'open.names': name }, update);
  }

  /** How many leads are on their way there, in the order of the counts; unknown outcomes of yesterday no longer are. */
  async onTheWay(counts: readonly string[]): Promise<readonly number[]> {
    const keys = counts.map((count) => keyOf(this.#tenantId, count));
    const since = new Date(this.#batching.clock.now().getTime() - DAY_MS);
    const isRecent = {
      $filter: { input: { $ifNull: ['$aside', []] }, cond: { $gte: ['$$this.latest', since] } },
    };
    const onTheWay = {
      $add: [
        { $sum: { $map: { input: '$open', in: { $size: '$$this.names' } } } },
        { $sum: { $map: { input: isRecent, in: '$$this.lifetime.leads' } } },
      ],
    };
    const found = await this.#batching.collections.counts
      .find<{ readonly _id: string; readonly onTheWay: number }>(
        { _id: { $in: keys } },
        { projection: { onTheWay } },
      )
      .toArray();
    const numbers = new Map(found.map((one) => [one._id, one.onTheWay]));
    return keys.map((key) => numbers.get(key) ?? 0);
  }

  /** The names that are open in a count, in parts: first those that were set aside because they wait for long. */
  async *openNames(count: string): AsyncGenerator<readonly string[], void, undefined> {
    const key = keyOf(this.#tenantId, count);
    const { counts, namesSetAside } = this.#batching.collections;
    const fields = { projection: { open: 1 } };
    const namesOf = ({ open }: Pick<CountDocument, 'open'>) => open.flatMap(({ names }) => names);
    const aside = { _id: keyRange(`${key}.`), count: key };
    for await (const one of namesSetAside.find(aside, fields)) yield namesOf(one);
    const found = await counts.findOne({ _id: key }, fields);
    if (found) yield namesOf(found);
  }

  /** Sets the leads aside that have waited there, so that others do not pay for them. Returns how many. */
  async setAside(count: string): Promise<number> {
    const { collections, clock } = this.#batching;
    return setNamesAside(collections, keyOf(this.#tenantId, count), clock.now());
  }

  /** Drops counted names of this count whose submissions have ended. */
  async forget(count: string, names: readonly string[]): Promise<void> {
    const _id = keyOf(this.#tenantId, count);
    const taken = { name: { $in: [...names] } };
    await this.#batching.collections.counts.updateOne({ _id }, { $pull: { taken } });
  }

  /** Returns the name to these counts if it is set aside, so that it can be told apart there. */
  async bringBack(name: string, counts: readonly string[]): Promise<void> {
    const keys = counts.map((count) => keyOf(this.#tenantId, count));
    await Promise.all(keys.map((key) => bringNamesBack(this.#batching.collections, key, [name])));
  }

  /** Notes that a counted name's submission has ended; the next statement of each count drops the name. */
  ended(name: string, counts: readonly string[]): void {
    for (const count of counts) this.#batching.ended.add(keyOf(this.#tenantId, count), name);
  }

  #see(
    { name, starts, limits }: CountAsk,
    { names = [], except = [], reserved = false }: Partial<See> = {},
  ): Promise<SeenCount | undefined> {
    return this.#batching.see({ key: keyOf(this.#tenantId, name), starts, limits, names, except, reserved });
  }

  async #recount({ name, owner, zone, starts }: CountRequest): Promise<void> {
    const { recounting: running, collections, bounds } = this.#batching;
    const key = keyOf(this.#tenantId, name);
    const again = async () => {
      // Their periods are those of the time zone before.
      await bringNamesBack(collections, key);
      const recounting = { tenantId: this.#tenantId, key, owner, zone, starts };
      await recount(collections, recounting, bounds.knownEverywhereMs);
    };
    const begun = running.get(key) ?? again().finally(() => running.delete(key));
    running.set(key, begun);
    await begun;
  }
}
