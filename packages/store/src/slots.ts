/**
 * Slots under a cap. A counter of one period holds the names of open reservations and the number of confirmed ones. Its
 * updates are in `counter-document.ts`, its initial state in `found-counter.ts`.
 */
import type { CounterOwner } from '@sluice/contracts';
import { groupBy, batchCalls } from '@sluice/batching';
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { KNOWN_EVERYWHERE_MS } from './catalog.js';
import type { DatabaseClock } from './clock.js';
import { batchedRead, runStatements, type Statement } from './batched-collection.js';
import {
  answerFor,
  grantUpdate,
  hasRoom,
  howFull,
  seenBy,
  settleUpdate,
  type CounterAnswer,
  type CounterUse,
  type SeenCounter,
} from './counter-document.js';
import { countPlacements, foundCounter, type CounterGrounds } from './found-counter.js';
import { keyOf } from './keys.js';
import type { FailpointHook } from './failpoint-hook.js';
import type { WantedSlot } from './slots-and-decision.js';

/** A request for a slot: the counter and its cap. */
export interface SlotAsk {
  /** The counter's name, without the tenant. */
  readonly counter: string;
  readonly cap: number;
  readonly owner: CounterOwner;
  readonly periodStart?: Date | undefined;
  readonly periodEnd?: Date | undefined;
  /** Leads may have been routed past the limit until this time. */
  readonly since?: Date | undefined;
}

/**
 * Whether all requested slots are now held. Otherwise `full` names the counter without room, or `askAgainAt` is when to
 * try again, and `held` lists the counters that hold the name nevertheless. Release those only once the decision of
 * that name is recorded, because another worker with the same job may be deciding to use them.
 */
export type SlotGrant =
  | { readonly granted: true }
  | { readonly granted: false; readonly full: string; readonly held: readonly string[] }
  | { readonly granted: false; readonly askAgainAt: Date; readonly held: readonly string[] };

/** The bounds on the slots of a process. */
export interface SlotBounds {
  /** Open reservations of one counter. A lead over the bound waits instead of being refused. */
  readonly maxOpen: number;
  /** How long after a change of a limit leads may still be routed past it. */
  readonly knownEverywhereMs: number;
  /** How long after its last sign of life a process that founds a counter is replaced. */
  readonly foundingLeaseMs: number;
}

export const usualSlotBounds: SlotBounds = {
  maxOpen: 10_000,
  knownEverywhereMs: KNOWN_EVERYWHERE_MS,
  foundingLeaseMs: 5_000,
};

const FOUNDED_SOON_MS = 200;
const TOO_MANY_OPEN_MS = 5_000;
/** For how many counters a process keeps ended names. One that it drops takes a few bytes in its counter. */
const COUNTERS_WITH_ENDED = 10_000;

type CounterAsk = Omit<WantedSlot, 'maxOpen'>;
type NamedAsk = Pick<CounterAsk, 'key' | 'name' | 'sparing'>;

/** What becomes of a name in a counter. */
export interface Settlement {
  readonly key: string;
  readonly name: string;
  readonly outcome: 'confirmed' | 'released';
}

/** Batched round trips, of all tenants of the process. */
export interface SlotBatching {
  readonly failpointHook: FailpointHook;
  readonly bounds: SlotBounds;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly grounds: CounterGrounds;
  /** Counters that are being founded, so that a burst of leads founds each once. */
  readonly founding: Map<string, Promise<void>>;
  readonly use: (key: string) => Promise<CounterUse | undefined>;
  readonly reserve: (ask: CounterAsk) => Promise<CounterAnswer>;
  /** The counter of an ask as it is, with nothing reserved; null if there is none. */
  readonly see: (ask: NamedAsk) => Promise<SeenCounter | null>;
  readonly settle: (settlement: Settlement) => Promise<void>;
  /** By counter, the confirmed names whose submissions have ended since its last settlement here. */
  readonly ended: LRUCache<string, string[]>;
  /** Takes those of a counter; its next settlement drops them. */
  readonly takeEnded: (key: string) => readonly string[];
}

export function slotBatching(
  grounds: CounterGrounds,
  clock: Pick<DatabaseClock, 'now'>,
  failpointHook: FailpointHook,
  bounds: SlotBounds,
): SlotBatching {
  const { counters } = grounds;
  const ended = new LRUCache<string, string[]>({ max: COUNTERS_WITH_ENDED });
  const takeEnded = (key: string): readonly string[] => {
    const names = ended.get(key) ?? [];
    ended.delete(key);
    return names;
  };
  return {
    ended,
    failpointHook,
    bounds,
    clock,
    grounds,
    founding: new Map(),
    use: batchedRead(counters as unknown as Collection<CounterUse>, howFull),
    reserve: batchCalls<CounterAsk, CounterAnswer>(async (asks) => {
      const seen = await seenByEach(
        asks,
        (asked, names) =>
          counters.findOneAndUpdate(
            { _id: asked.key },
            grantUpdate(names, { ...asked, maxOpen: bounds.maxOpen }),
            { returnDocument: 'after', projection: seenBy(names, asked.sparing) },
          ) as Promise<SeenCounter | null>,
      );
      return asks.map((ask, index) => answerFor(seen[index] ?? null, ask.name, ask));
    }),
    see: batchCalls<NamedAsk, SeenCounter | null>((asks) =>
      seenByEach(asks, ({ key, sparing }, names) =>
        counters.findOne<SeenCounter>({ _id: key }, { projection: seenBy(names, sparing) }),
      ),
    ),
    settle: batchCalls<Settlement, void>((settlements) =>
      runStatements(counters, settleStatements(settlements, takeEnded)),
    ),
    takeEnded,
  };
}

/** The statements that settle slots, one for each counter. `takeEnded` is that of {@link SlotBatching}. */
export function settleStatements(
  settlements: readonly Settlement[],
  takeEnded: SlotBatching['takeEnded'],
): readonly Statement[] {
  const groups = groupBy([...settlements.keys()], (place) => (settlements[place] as Settlement).key);
  return [...groups].map(([key, places]) => {
    const named = (wanted: Settlement['outcome']) =>
      places.flatMap((place) => {
        const { name, outcome } = settlements[place] as Settlement;
        return outcome === wanted ? [name] : [];
      });
    const update = settleUpdate(named('confirmed'), named('released'), takeEnded(key));
    return { write: { updateOne: { filter: { _id: key }, update } }, of: places };
  });
}

// One call to the database serves the asks that differ only in their name.
async function seenByEach<Ask extends NamedAsk>(
  asks: readonly Ask[],
  call: (asked: Ask, names: readonly string[]) => Promise<SeenCounter | null>,
): Promise<(SeenCounter | null)[]> {
  const seen = new Map<Ask, SeenCounter | null>();
  const alike = ({ name: _name, ...ask }: Ask) => JSON.stringify(ask);
  await Promise.all(
    [...groupBy(asks, alike).values()].map(async (group) => {
      const names = [...new Set(group.map(({ name }) => name))];
      const counter = await call(group[0] as Ask, names);
      for (const ask of group) seen.set(ask, counter);
    }),
  );
  return asks.map((ask) => seen.get(ask) ?? null);
}

/** Slots of one tenant. */
export class SlotStore {
  readonly #batching: SlotBatching;
  readonly #tenantId: string;

  constructor(batching: SlotBatching, tenantId: string) {
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  /**
   * Reserves a slot of every requested counter under `name`, one after another until one is full. Open names in
   * `sparing` take no room from this one, because they stand for the same lead.
   */
  async reserve(name: string, asks: readonly SlotAsk[], sparing: readonly string[] = []): Promise<SlotGrant> {
    const held: string[] = [];
    for (const ask of asks) {
      const answer = await this.#ask(name, ask, sparing);
      if (answer === 'full') return { granted: false, full: ask.counter, held };
      if (answer !== 'held') return { granted: false, askAgainAt: answer, held };
      held.push(ask.counter);
      if (held.length < asks.length) await this.#batching.failpointHook('between-reservations');
    }
    return { granted: true };
  }

  /** The requested counters that have no room now; reserves nothing. */
  async full(asks: readonly SlotAsk[]): Promise<readonly string[]> {
    const free = await this.#freeIn(asks);
    return asks.flatMap(({ counter }, index) => ((free[index] ?? 0) > 0 ? [] : [counter]));
  }

  /**
   * The same for a lead that may hold slots already: `held` names the counters in which `name` has a slot. A slot of one
   * of the names in `sparing` is not in its way.
   */
  async fullFor(
    name: string,
    asks: readonly SlotAsk[],
    sparing: readonly string[],
  ): Promise<{ readonly full: readonly string[]; readonly held: readonly string[] }> {
    const full: string[] = [];
    const held: string[] = [];
    await Promise.all(
      asks.map(async ({ counter, cap }) => {
        const seen = await this.#batching.see({ key: keyOf(this.#tenantId, counter), name, sparing });
        if (seen?.held.includes(name)) held.push(counter);
        else if (seen && !hasRoom(seen, cap)) full.push(counter);
      }),
    );
    return { full, held };
  }

  /** How many leads could now get a slot of every requested counter. */
  async free(asks: readonly SlotAsk[]): Promise<number> {
    return Math.max(0, Math.min(...(await this.#freeIn(asks))));
  }

  /** How many slots of each counter are now taken, confirmed or not. */
  async taken(counters: readonly string[]): Promise<readonly number[]> {
    const found = await Promise.all(
      counters.map((counter) => this.#batching.use(keyOf(this.#tenantId, counter))),
    );
    return found.map(
      ({ confirmed, openCount } = { _id: '', confirmed: 0, openCount: 0 }) => confirmed + openCount,
    );
  }

  async #freeIn(asks: readonly SlotAsk[]): Promise<readonly number[]> {
    const taken = await this.taken(asks.map(({ counter }) => counter));
    return asks.map(({ cap }, index) => cap - (taken[index] ?? 0));
  }

  /** How many leads were placed in the period of `ask`, whether or not they reserved a slot. */
  async placed({ owner, periodStart, periodEnd }: SlotAsk): Promise<number> {
    const counted = { tenantId: this.#tenantId, owner, periodStart, periodEnd };
    return countPlacements(this.#batching.grounds, counted);
  }

  /**
   * Turns open reservations into placements. Repeatable: a name counts once, even if a late worker reserves it again in
   * between. Call {@link ended} once nothing repeats it any more.
   */
  async confirm(name: string, counters: readonly string[]): Promise<void> {
    await this.#settle(name, counters, 'confirmed');
  }

  /** Notes that a confirmed name's submission has ended; the next settlements of the counters drop the name. */
  ended(name: string, counters: readonly string[]): void {
    const { ended } = this.#batching;
    for (const counter of counters) {
      const key = keyOf(this.#tenantId, counter);
      const names = ended.get(key);
      if (names) names.push(name);
      else ended.set(key, [name]);
    }
  }

  /** Releases open reservations. Repeatable. */
  async release(name: string, counters: readonly string[]): Promise<void> {
    await this.#settle(name, counters, 'released');
  }

  async #settle(name: string, counters: readonly string[], outcome: Settlement['outcome']): Promise<void> {
    await Promise.all(
      counters.map((counter) =>
        this.#batching.settle({ key: keyOf(this.#tenantId, counter), name, outcome }),
      ),
    );
  }

  /** The slots of `asks` under `name`, to be reserved together with a decision. */
  wanted(name: string, asks: readonly SlotAsk[]): readonly WantedSlot[] {
    const { maxOpen } = this.#batching.bounds;
    return asks.map((ask) => ({ ...this.#askOf(name, ask, []), maxOpen }));
  }

  #askOf(
    name: string,
    { counter, cap, periodStart, since }: SlotAsk,
    sparing: readonly string[],
  ): CounterAsk {
    const notBefore = new Date(since ? since.getTime() + this.#batching.bounds.knownEverywhereMs : 0);
    return { key: keyOf(this.#tenantId, counter), name, cap, periodStart, notBefore, sparing };
  }

  // Founds the counter first if it is not founded as required and can be founded now.
  async #ask(name: string, ask: SlotAsk, sparing: readonly string[]): Promise<'held' | 'full' | Date> {
    const { clock } = this.#batching;
    const asked = this.#askOf(name, ask, sparing);
    const { notBefore } = asked;
    const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
    let answer = await this.#batching.reserve(asked);
    if (answer === 'missing' || answer === 'not_founded') {
      // Another process may still route by the limit from before the change.
      if (notBefore > clock.now()) return notBefore;
      await this.#found(asked, ask);
      answer = await this.#batching.reserve(asked);
    }
    if (answer === 'held' || answer === 'full') return answer;
    return answer === 'too_many_open' ? inMs(TOO_MANY_OPEN_MS * (1 + Math.random())) : inMs(FOUNDED_SOON_MS);
  }

  async #found(
    { key, notBefore }: CounterAsk,
    { owner, since, periodStart, periodEnd }: SlotAsk,
  ): Promise<void> {
    const { founding, grounds, clock, bounds } = this.#batching;
    const begun =
      founding.get(key) ??
      foundCounter(grounds, {
        tenantId: this.#tenantId,
        key,
        owner,
        notBefore,
        periodStart,
        periodEnd,
        mayBePassed: since !== undefined && (!periodStart || notBefore > periodStart),
        now: clock.now(),
        leaseMs: bounds.foundingLeaseMs,
      }).finally(() => founding.delete(key));
    founding.set(key, begun);
    await begun;
  }
}
