/**
 * The counts of a tenant: what its campaigns and clients have room for, and the names of the leads on their way there.
 */
import { batchCalls, groupBy } from '@sluice/concurrency';
import type { CountOwner } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { runStatements } from '../driver/batched-collection.js';
import { KNOWN_EVERYWHERE_MS } from '../configuration/catalog.js';
import type { DatabaseClock } from '../driver/clock.js';
import { createCommit, type Commit } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { idOf, keyOf } from '../driver/keys.js';
import { emptyCount, type CountAsk, type CountDocument, type Credit } from './count-document.js';
import { fullLimits, seenBy, usedKey, type SeenCount } from './count-use.js';
import { openingPhase, type Refused, type WantedName } from './opening.js';
import { standingsOf, type MemberStanding } from './member-standing.js';
import { recount, type RecountCollections } from './recount.js';
import { EndedNames, takeOutStatements, type TakenOut } from './taking-out.js';

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

/** The bounds on the counts of a process. */
export interface CountBounds {
  /** Open names of one count. A lead over the bound waits in routing. */
  readonly maxOpen: number;
  /** How long after a change of the configuration processes may still use the one before. */
  readonly knownEverywhereMs: number;
}

export const usualCountBounds: CountBounds = { maxOpen: 2_000, knownEverywhereMs: KNOWN_EVERYWHERE_MS };

const SOON_MS = 200;
/** A count's open names last for longer. Leads that wait come back together, so that they stay batches. */
const TOO_MANY_OPEN_MS = 3_000;

type See = Pick<CountAsk, 'starts' | 'limits' | 'expected'> & {
  readonly key: string;
  readonly names: readonly string[];
  readonly except: readonly string[];
};

/** Batched round trips, of all tenants of the process. */
export interface CountBatching {
  readonly bounds: CountBounds;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly collections: RecountCollections;
  /** Counts that are being recounted by this process, so that a burst of leads recounts each once. */
  readonly recounting: Map<string, Promise<void>>;
  readonly open: Commit<{ readonly counts: { readonly item: WantedName; readonly refusal: Refused } }>;
  readonly see: (asked: See) => Promise<SeenCount | undefined>;
  readonly takeOut: (name: TakenOut) => Promise<void>;
  readonly ended: EndedNames;
}

export function countBatching(
  writer: BulkWriter,
  collections: RecountCollections,
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
    open: createCommit(writer, { counts: openingPhase(counts) }),
    see: batchCalls<See, SeenCount | undefined>((asks) => seeAlike(counts, asks)),
    takeOut: batchCalls<TakenOut, void>((names) => runStatements(counts, takeOutStatements(names, ended))),
    ended,
  };
}

// One read serves the asks that are alike.
async function seeAlike(
  counts: Collection<CountDocument>,
  asks: readonly See[],
): Promise<(SeenCount | undefined)[]> {
  const seen = new Map<See, SeenCount | null>();
  await Promise.all(
    [...groupBy(asks, (asked) => JSON.stringify(asked)).values()].map(async (group) => {
      const asked = group[0] as See;
      const projection = seenBy(asked, asked.names, { except: asked.except });
      const count = await counts.findOne<SeenCount>({ _id: asked.key }, { projection });
      for (const one of group) seen.set(one, count);
    }),
  );
  return asks.map((asked) => seen.get(asked) ?? undefined);
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
   * The name in each of the counts, in order, to be opened together with a decision. Open names in `except` take no
   * room from it, because they stand for the same lead.
   */
  wanted(
    name: string,
    at: Date,
    requests: readonly CountRequest[],
    except: readonly string[] = [],
  ): readonly WantedName[] {
    const { maxOpen } = this.#batching.bounds;
    return requests.map(({ name: count, zone, starts, limits, expected }) => ({
      key: keyOf(this.#tenantId, count),
      tenantId: this.#tenantId,
      name,
      at,
      zone,
      starts,
      limits,
      maxOpen,
      except,
      ...(expected && { expected }),
    }));
  }

  /** Opens the name in each of the counts, one after another until one refuses. Undefined if all are open. */
  async open(name: string, at: Date, requests: readonly CountRequest[]): Promise<NoRoom | undefined> {
    const outcomes = await this.#batching.open({ counts: this.wanted(name, at, requests) });
    const refused = outcomes?.counts?.at(-1);
    return refused && refused !== 'made' ? this.follow(refused, requests) : undefined;
  }

  /** What follows from a refusal: which limits are full, or when to ask again. Recounts for a new time zone. */
  async follow({ key, why }: Refused, requests: readonly CountRequest[]): Promise<NoRoom> {
    if (why.kind === 'full') return why;
    const { clock } = this.#batching;
    const request = requests.find(({ name }) => name === idOf(key));
    if ((why.kind === 'other_zone' || why.kind === 'recounted') && request) await this.#recount(request);
    const nowMs = clock.now().getTime();
    if (why.kind !== 'too_many_open') return { kind: 'ask_again', at: new Date(nowMs + SOON_MS) };
    return { kind: 'ask_again', at: new Date(Math.ceil((nowMs + TOO_MANY_OPEN_MS) / 1_000) * 1_000) };
  }

  /** The limits that have no room now, by name. */
  async full(requests: readonly CountAsk[]): Promise<readonly string[]> {
    const limited = requests.filter(({ limits }) => limits.length > 0);
    const seen = await Promise.all(limited.map((request) => this.#see(request)));
    return limited.flatMap((request, index) => fullLimits(request, seen[index]));
  }

  /**
   * The limits that have no room now for a lead that may be open there already: `held` are the counts in which `name` is.
   * The names in `except` take no room.
   */
  async look(
    name: string,
    requests: readonly CountAsk[],
    except: readonly string[],
  ): Promise<{ readonly full: readonly string[]; readonly held: readonly string[] }> {
    const others = [name, ...except];
    const seen = await Promise.all(requests.map((request) => this.#see(request, [name], others)));
    return {
      full: requests.flatMap((request, index) => fullLimits(request, seen[index])),
      held: requests.flatMap((request, index) => (seen[index]?.held?.includes(name) ? [request.name] : [])),
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
    return { ...(leads !== undefined && { leads }), ...(minor !== undefined && { minor }) };
  }

  /** How much of each limit is used, by name: leads placed in its period and on their way, or their minor units. */
  async used(requests: readonly CountAsk[]): Promise<ReadonlyMap<string, number>> {
    const limited = requests.filter(({ limits }) => limits.length > 0);
    const seen = await Promise.all(limited.map((request) => this.#see(request)));
    return new Map(
      limited.flatMap(({ limits }, index) =>
        limits.map((limit) => [limit.name, seen[index]?.used?.[usedKey(limit)] ?? 0] as const),
      ),
    );
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

  /** The names to take out of these counts with an end; with `placed`, they are counted. */
  takenOut(
    name: string,
    counts: readonly string[],
    placed?: { readonly at: Date; readonly amount?: TakenOut['amount'] },
  ): readonly TakenOut[] {
    return counts.map((count) => ({
      key: keyOf(this.#tenantId, count),
      name,
      ...(placed && { placedAt: placed.at, ...(placed.amount && { amount: placed.amount }) }),
    }));
  }

  /** Takes the name out of these counts uncounted. Repeatable. */
  async release(name: string, counts: readonly string[]): Promise<void> {
    await this.#takeOut(this.takenOut(name, counts));
  }

  /**
   * Counts the name as placed. Repeatable: it counts once, even if a late worker opens it again in between. Call
   * {@link ended} once nothing repeats it any more.
   */
  async place(name: string, counts: readonly string[], at: Date): Promise<void> {
    await this.#takeOut(this.takenOut(name, counts, { at }));
  }

  /** Notes that a counted name's submission has ended; the next statement of each count drops the name. */
  ended(name: string, counts: readonly string[]): void {
    for (const count of counts) this.#batching.ended.add(keyOf(this.#tenantId, count), name);
  }

  async #takeOut(names: readonly TakenOut[]): Promise<void> {
    await Promise.all(names.map((one) => this.#batching.takeOut(one)));
  }

  #see(
    { name, starts, limits }: CountAsk,
    names: readonly string[] = [],
    except: readonly string[] = [],
  ): Promise<SeenCount | undefined> {
    return this.#batching.see({ key: keyOf(this.#tenantId, name), starts, limits, names, except });
  }

  async #recount({ name, owner, zone, starts }: CountRequest): Promise<void> {
    const { recounting, collections, bounds } = this.#batching;
    const key = keyOf(this.#tenantId, name);
    const begun =
      recounting.get(key) ??
      recount(
        collections,
        { tenantId: this.#tenantId, key, owner, zone, starts },
        bounds.knownEverywhereMs,
      ).finally(() => recounting.delete(key));
    recounting.set(key, begun);
    await begun;
  }
}
