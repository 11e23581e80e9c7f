/**
 * Slots under a cap. A counter of one period holds the names of open reservations and the number of confirmed ones;
 * one guarded update grants as many of the asked names as are free and not yet held, so a cap is never exceeded
 * and two workers with the same job hold one slot.
 */
import type { Collection, Document } from 'mongodb';
import { sharedRead } from './collection-sharing.js';
import { keyOf } from './keys.js';
import { groupBy, share } from '@sluice/batching';
import type { Passing } from './passing.js';
import type { SubmissionStore } from './submissions.js';

/** A counter as stored; its key names owner, type and local period. */
export interface CounterDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Names of reservations that are neither confirmed nor released. */
  readonly open: readonly string[];
  readonly confirmed: number;
  /** When the counter may be dropped; absent for a lifetime. */
  readonly expiresAt?: Date;
}

/** Which counter a slot is asked of, and under which cap. */
export interface SlotAsk {
  /** `<campaign or client>.<type>.<local period>`. */
  readonly counter: string;
  readonly cap: number;
  readonly owner: { readonly campaignId: string } | { readonly clientId: string };
  readonly periodStart?: Date;
  readonly periodEnd?: Date;
}

/**
 * Whether all asked slots are held now; otherwise `full` names the counter without room, and `held` those that hold the
 * name all the same. Those are given back once the decision of that name stands, and not before: another worker with
 * the same job may be deciding to use them.
 */
export type SlotGrant =
  | { readonly granted: true }
  | { readonly granted: false; readonly full: string; readonly held: readonly string[] };

/** Open reservations of one counter are bounded; a name over the bound waits, it is not refused. */
const MAX_OPEN = 10_000;
const KEEP_AFTER_PERIOD_MS = 35 * 24 * 3600_000;

interface CounterAsk {
  readonly key: string;
  readonly cap: number;
  readonly name: string;
}

type CounterAnswer = 'held' | 'full' | 'crowded' | 'missing';

interface Settlement {
  readonly key: string;
  readonly name: string;
  readonly outcome: 'confirmed' | 'released';
}

/** Round trips shared by every tenant of the process. */
export interface SlotSharing {
  readonly passing: Passing;
  /** Counters that are being founded, so that a burst of leads founds each once. */
  readonly founding: Map<string, Promise<void>>;
  readonly use: (key: string) => Promise<CounterUse | undefined>;
  readonly reserve: (ask: CounterAsk) => Promise<CounterAnswer>;
  readonly settle: (settlement: Settlement) => Promise<void>;
}

export function shareSlots(counters: Collection<CounterDocument>, passing: Passing): SlotSharing {
  return {
    passing,
    founding: new Map(),
    use: sharedRead(counters as unknown as Collection<CounterUse>, howFull),
    reserve: share<CounterAsk, CounterAnswer>(async (asks) => {
      const answers = new Map<CounterAsk, CounterAnswer>();
      const groups = groupBy(asks, ({ key, cap }) => `${key} ${cap}`);
      await Promise.all(
        [...groups.values()].map(async (group) => {
          const { key, cap } = group[0] as CounterAsk;
          const names = [...new Set(group.map(({ name }) => name))];
          const counter = (await counters.findOneAndUpdate({ _id: key }, grant(names, cap), {
            returnDocument: 'after',
            projection: seenBy(names),
          })) as SeenCounter | null;
          for (const ask of group) answers.set(ask, answerOf(counter, ask));
        }),
      );
      return asks.map((ask) => answers.get(ask) as CounterAnswer);
    }),
    settle: share<Settlement, void>(async (settlements) => {
      const groups = groupBy(settlements, ({ key }) => key);
      await counters.bulkWrite(
        [...groups].map(([key, group]) => ({ updateOne: { filter: { _id: key }, update: settle(group) } })),
        { ordered: true },
      );
      return settlements.map(() => undefined);
    }),
  };
}

/** Slots of one tenant. */
export class SlotStore {
  readonly #counters: Collection<CounterDocument>;
  readonly #sharing: SlotSharing;
  readonly #placements: Pick<SubmissionStore, 'countPlacements'>;
  readonly #tenantId: string;

  constructor(
    counters: Collection<CounterDocument>,
    sharing: SlotSharing,
    placements: Pick<SubmissionStore, 'countPlacements'>,
    tenantId: string,
  ) {
    this.#counters = counters;
    this.#sharing = sharing;
    this.#placements = placements;
    this.#tenantId = tenantId;
  }

  /** Reserves a slot of every asked counter under `name`, one after another until one is full. */
  async reserve(name: string, asks: readonly SlotAsk[]): Promise<SlotGrant> {
    const held: string[] = [];
    for (const ask of asks) {
      const answer = await this.#ask(name, ask);
      if (answer === 'held') {
        held.push(ask.counter);
        if (held.length < asks.length) await this.#sharing.passing('between-reservations');
        continue;
      }
      if (answer === 'crowded') throw new Error(`counter ${ask.counter} has too many open reservations`);
      return { granted: false, full: ask.counter, held };
    }
    return { granted: true };
  }

  /** The asked counters that have no room now, reserving nothing. */
  async full(asks: readonly SlotAsk[]): Promise<readonly string[]> {
    const free = await this.#freeIn(asks);
    return asks.flatMap(({ counter }, index) => ((free[index] ?? 0) > 0 ? [] : [counter]));
  }

  /** How many could have a slot of every asked counter now. */
  async free(asks: readonly SlotAsk[]): Promise<number> {
    return Math.max(0, Math.min(...(await this.#freeIn(asks))));
  }

  async #freeIn(asks: readonly SlotAsk[]): Promise<readonly number[]> {
    const found = await Promise.all(
      asks.map(({ counter }) => this.#sharing.use(keyOf(this.#tenantId, counter))),
    );
    return asks.map(({ cap }, index) => {
      const { confirmed = 0, openCount = 0 } = found[index] ?? {};
      return cap - confirmed - openCount;
    });
  }

  /** Turns open reservations into placements. Repeatable: a name counts once. */
  async confirm(name: string, counters: readonly string[]): Promise<void> {
    await this.#settle(name, counters, 'confirmed');
  }

  /** Gives open reservations back. Repeatable. */
  async release(name: string, counters: readonly string[]): Promise<void> {
    await this.#settle(name, counters, 'released');
  }

  async #settle(name: string, counters: readonly string[], outcome: Settlement['outcome']): Promise<void> {
    await Promise.all(
      counters.map((counter) => this.#sharing.settle({ key: keyOf(this.#tenantId, counter), name, outcome })),
    );
  }

  async #ask(name: string, ask: SlotAsk): Promise<Exclude<CounterAnswer, 'missing'>> {
    const key = keyOf(this.#tenantId, ask.counter);
    const answer = await this.#sharing.reserve({ key, cap: ask.cap, name });
    if (answer !== 'missing') return answer;
    const founding = this.#sharing.founding.get(key) ?? this.#found(key, ask);
    this.#sharing.founding.set(key, founding);
    await founding.finally(() => this.#sharing.founding.delete(key));
    const again = await this.#sharing.reserve({ key, cap: ask.cap, name });
    if (again === 'missing') throw new Error(`counter ${ask.counter} cannot be made`);
    return again;
  }

  // A limit may be set in the middle of a period: the counter begins with what the period has placed already.
  async #found(key: string, { owner, periodStart, periodEnd }: SlotAsk): Promise<void> {
    const confirmed = await this.#placements.countPlacements(owner, periodStart);
    const expiresAt = periodEnd && new Date(periodEnd.getTime() + KEEP_AFTER_PERIOD_MS);
    await this.#counters.updateOne(
      { _id: key },
      { $setOnInsert: { tenantId: this.#tenantId, open: [], confirmed, ...(expiresAt && { expiresAt }) } },
      { upsert: true },
    );
  }
}

function grant(names: readonly string[], cap: number): Document[] {
  const used = { $add: ['$confirmed', { $size: '$open' }] };
  const free = { $subtract: [{ $min: [{ $literal: cap }, { $add: ['$confirmed', MAX_OPEN] }] }, used] };
  return [
    {
      $set: {
        open: {
          $let: {
            vars: { fresh: { $setDifference: [{ $literal: names }, '$open'] }, free },
            in: {
              $cond: [
                { $gt: ['$$free', 0] },
                { $concatArrays: ['$open', { $slice: ['$$fresh', '$$free'] }] },
                '$open',
              ],
            },
          },
        },
      },
    },
  ];
}

interface CounterUse {
  readonly _id: string;
  readonly confirmed: number;
  readonly openCount: number;
}

interface SeenCounter extends CounterUse {
  /** Which of the asked names are open. */
  readonly open: readonly string[];
}

// A busy counter has thousands of open names; who asks for a few needs to hear of these alone.
const howFull = { confirmed: 1, openCount: { $size: '$open' } };
const seenBy = (names: readonly string[]) => ({
  ...howFull,
  open: { $setIntersection: ['$open', { $literal: names }] },
});

function answerOf(counter: SeenCounter | null, { name, cap }: CounterAsk): CounterAnswer {
  if (!counter) return 'missing';
  if (counter.open.includes(name)) return 'held';
  return counter.confirmed + counter.openCount < cap ? 'crowded' : 'full';
}

function settle(group: readonly Settlement[]): Document[] {
  const all = group.map(({ name }) => name);
  const confirmed = group.filter(({ outcome }) => outcome === 'confirmed').map(({ name }) => name);
  return [
    {
      $set: {
        confirmed: {
          $add: ['$confirmed', { $size: { $setIntersection: ['$open', { $literal: confirmed }] } }],
        },
        open: { $setDifference: ['$open', { $literal: all }] },
      },
    },
  ];
}
