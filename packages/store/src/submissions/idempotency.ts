/**
 * Idempotency claims: one per tenant, method, path and key. A claim is inserted before the work, with the ids of the
 * answer, and gets the answer afterwards. A repeat replays that answer, or continues the work of a request that died.
 *
 * | state    | stored as                       | its request                     | a repeat                    | another body         |
 * | -------- | ------------------------------- | ------------------------------- | --------------------------- | -------------------- |
 * | leased   | `leaseUntil` to come            | works                           | waits                       | waits                |
 * | answered | `answer`, for 24 h              | has ended                       | gets the answer             | is refused           |
 * | expired  | `leaseUntil` less than 50 s ago | died, or may still be at work,  | continues with the same ids | waits                |
 * |          |                                 | or its end is not yet written   |                             |                      |
 * | released | `leaseUntil` longer ago, or at  | failed or died                  | continues with the same ids | has the key, if      |
 * |          | the epoch                       |                                 |                             | nothing was written  |
 * | gone     | nothing                         | was refused, and wrote nothing  | begins anew                 | begins anew          |
 */
import { idPrefixes } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { keyOf } from '../driver/keys.js';
import { batchedRead } from '../driver/batched-collection.js';
import type { KeyedChange } from '../driver/keyed-change.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase, insertPhase, statementPhase, type Exists } from '../commit/phases.js';

/** An answer that is stored and replayed byte for byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

/** A claim as stored. */
export interface IdempotencyDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** Of what the body says, however it was spelled. */
  readonly bodyHash: string;
  /** The seed of every id that the request mints, so that a repeat mints the same ids. */
  readonly ids: readonly string[];
  /** The ids and the seeds of the leads that the key and the answer name, by which an erasure finds the claim. */
  readonly about: readonly string[];
  readonly leaseUntil: Date;
  readonly expiresAt: Date;
  readonly answer?: KeptAnswer;
}

/** The state of a key as a request finds it. */
export type IdempotencyClaim =
  | {
      readonly kind: 'ours';
      readonly ids: readonly string[];
      readonly leaseUntil: Date;
      /** An earlier run of the same request, which may have done some of the work; `unknown` if it may yet do more. */
      readonly earlierRun: 'none' | 'failed' | 'unknown';
      /** When the lease of a run ended that is `unknown`. */
      readonly earlierLeaseUntil?: Date;
    }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_body' };

// A request that takes a claim over gets its ids; every new claim has others.
type OwnClaim = Pick<Extract<IdempotencyClaim, { kind: 'ours' }>, 'ids'>;

/** Whether something was written under one of these seeds. */
export type WroteUnder = (tenantId: string, seeds: readonly string[]) => Promise<boolean>;

const LEASE_MS = 10_000;
/**
 * A run whose lease ended this long ago is over: its request was given up long before, and no call of a gateway to the
 * database takes that long.
 */
const OVER_AFTER_MS = 50_000;
const KEEP_MS = 24 * 3600_000;
/** The lease of a claim whose request failed. */
const released = new Date(0);

/** Batched round trips, of all tenants of the process. */
export interface IdempotencyBatching {
  readonly insert: WriteOne<IdempotencyDocument, Exists>;
  readonly state: (key: string) => Promise<IdempotencyDocument | undefined>;
  readonly change: WriteOne<KeyedChange>;
  /** Deletes the document that matches. */
  readonly remove: WriteOne<Document>;
}

export function idempotencyBatching(
  writer: BulkWriter,
  collection: Collection<IdempotencyDocument>,
): IdempotencyBatching {
  return {
    insert: commitOf(writer, insertPhase(collection, { seesOwn: false })),
    state: batchedRead(collection, { bodyHash: 1, leaseUntil: 1, 'answer.status': 1 }),
    change: commitOf(writer, changePhase(collection), { sendsAgain: true }),
    remove: commitOf(
      writer,
      statementPhase(collection, (filters: readonly Document[]) =>
        filters.map((filter, place) => ({ write: { deleteOne: { filter } }, of: [place] })),
      ),
    ),
  };
}

/** Idempotency claims of one tenant. */
export class IdempotencyStore {
  readonly #claims: Collection<IdempotencyDocument>;
  readonly #batching: IdempotencyBatching;
  readonly #tenantId: string;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  readonly #wroteUnder: WroteUnder;

  constructor(
    collection: Collection<IdempotencyDocument>,
    batching: IdempotencyBatching,
    tenantId: string,
    clock: Pick<DatabaseClock, 'now'>,
    wroteUnder: WroteUnder = async () => false,
  ) {
    this.#claims = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
    this.#clock = clock;
    this.#wroteUnder = wroteUnder;
  }

  // A key may contain any character, including a slash.
  #key(key: string): string {
    return keyOf(this.#tenantId, encodeURIComponent(key));
  }

  /**
   * Claims `key` for a request with this body, for `forMs`; only the first claim of a key uses its `ids`. While a request with
   * another body works under the key, or may do so, it is `running` too: once that one is refused, or is over and wrote
   * nothing, the key is free. Leases expire by the database's time, so that gateways whose clocks differ agree.
   */
  async claim(
    key: string,
    bodyHash: string,
    ids: readonly string[],
    now: Date = this.#clock.now(),
    forMs = KEEP_MS,
  ): Promise<IdempotencyClaim> {
    const _id = this.#key(key);
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const fresh: IdempotencyDocument = {
      _id,
      tenantId: this.#tenantId,
      bodyHash,
      ids,
      about: seedsIn(ids, key),
      leaseUntil,
      expiresAt: new Date(now.getTime() + forMs),
    };
    for (;;) {
      if ((await this.#batching.insert(fresh)) === 'made')
        return { kind: 'ours', ids, leaseUntil, earlierRun: 'none' };
      const existing = await this.#claims.findOne({ _id });
      if (!existing) continue; // forgotten meanwhile
      if (existing.expiresAt <= now || (await this.#isFree(existing, bodyHash, now))) {
        await this.#claims.deleteOne(unchanged(existing));
        continue;
      }
      const { answer } = existing;
      if (answer)
        return existing.bodyHash === bodyHash ? { kind: 'answered', answer } : { kind: 'other_body' };
      if (keepsWaiting(existing, bodyHash, now)) return { kind: 'running' };
      if (existing.bodyHash !== bodyHash) return { kind: 'other_body' };
      const taken = await this.#claims.updateOne(unchanged(existing), { $set: { leaseUntil } });
      if (taken.matchedCount === 0) continue; // changed meanwhile
      const ours = { kind: 'ours', ids: existing.ids, leaseUntil } as const;
      if (isOver(existing.leaseUntil, now)) return { ...ours, earlierRun: 'failed' };
      return { ...ours, earlierRun: 'unknown', earlierLeaseUntil: existing.leaseUntil };
    }
  }

  // Whether a claim stands for nothing: its request is over and wrote nothing, and a different one comes.
  async #isFree(
    { answer, leaseUntil, ids, ...claim }: IdempotencyDocument,
    bodyHash: string,
    now: Date,
  ): Promise<boolean> {
    const ended = !answer && isOver(leaseUntil, now) && claim.bodyHash !== bodyHash;
    return ended && !(await this.#wroteUnder(this.#tenantId, ids));
  }

  /** Whether a request with this body has to wait at `now` for another one under the key. */
  async isRunning(key: string, bodyHash: string, now: Date = this.#clock.now()): Promise<boolean> {
    const existing = await this.#batching.state(this.#key(key));
    return existing !== undefined && !existing.answer && keepsWaiting(existing, bodyHash, now);
  }

  /**
   * Keeps the answer for 24 h, unless another request has the key by now, or another run of this one has kept its
   * answer already.
   */
  async keep(key: string, { ids }: OwnClaim, { status, body }: KeptAnswer): Promise<void> {
    await this.#batching.change({
      key: this.#key(key),
      set: { answer: { status, body }, about: seedsIn(ids, key, body) },
      equal: { ids },
      only: { answer: { $exists: false } },
    });
  }

  /** Deletes the claim of a request that wrote nothing, unless another request has taken it over. */
  async forget(key: string, leaseUntil: Date): Promise<void> {
    await this.#batching.remove({ _id: this.#key(key), ...underLease(leaseUntil) });
  }

  /**
   * Frees a claim whose request failed with an unknown outcome, unless another request has taken it over. A request
   * with the same body continues under the same ids, so that nothing is written twice; one with another body may have
   * the key if nothing was written.
   */
  async release(key: string, leaseUntil: Date): Promise<void> {
    await this.#end(key, leaseUntil, released);
  }

  /**
   * The same for a claim whose earlier run may still be at work: until that run is over, `earlierLeaseUntil` being the
   * end of its lease, only a request with the same body may have the key.
   */
  async expire(key: string, leaseUntil: Date, earlierLeaseUntil: Date): Promise<void> {
    await this.#end(key, leaseUntil, earlierLeaseUntil);
  }

  async #end(key: string, leaseUntil: Date, end: Date): Promise<void> {
    await this.#batching.change({
      key: this.#key(key),
      set: { leaseUntil: end },
      only: underLease(leaseUntil),
    });
  }

  /** Frees a new claim with these `ids`, if it was written although that failed: nobody works on it. */
  async abandon(key: string, ids: readonly string[]): Promise<void> {
    await this.#batching.change({
      key: this.#key(key),
      set: { leaseUntil: released },
      equal: { ids },
      only: { answer: { $exists: false } },
    });
  }
}

function isOver(leaseUntil: Date, now: Date): boolean {
  return leaseUntil.getTime() + OVER_AFTER_MS <= now.getTime();
}

// A repeat waits for a request at work, and another body also for one that may be.
function keepsWaiting(
  existing: Pick<IdempotencyDocument, 'bodyHash' | 'leaseUntil'>,
  bodyHash: string,
  now: Date,
): boolean {
  return existing.bodyHash === bodyHash ? existing.leaseUntil > now : !isOver(existing.leaseUntil, now);
}

// The claim as it was read, unless it was answered, taken over or replaced since.
function unchanged({ _id, ids, leaseUntil, answer }: IdempotencyDocument) {
  return { _id, ids, ...(answer ? { leaseUntil, 'answer.status': answer.status } : underLease(leaseUntil)) };
}

// Each run of a request has a lease of its own, and an answer is never replaced.
function underLease(leaseUntil: Date) {
  return { leaseUntil, answer: { $exists: false } };
}

const namedLead = new RegExp(`${idPrefixes.lead}(\\w+)`, 'g');

// The key holds the path of the request, which may name the lead.
function seedsIn(ids: readonly string[], ...texts: readonly string[]): readonly string[] {
  const named = texts.flatMap((text) => [...text.matchAll(namedLead)].map(([, seed]) => seed as string));
  return [...new Set([...ids, ...named])];
}
