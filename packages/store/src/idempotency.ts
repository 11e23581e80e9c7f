/**
 * Idempotency claims: one per tenant, method, path and key. A claim is inserted before the work, with the ids of the
 * answer, and gets the answer afterwards. A repeat replays that answer, or continues the work of a request that died.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from './clock.js';
import { keyOf } from './keys.js';
import { batchedInsert } from './batched-collection.js';
import { batchedChange } from './batched-change.js';

/** An answer that is stored and replayed byte for byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

/** A claim as stored. */
export interface IdempotencyDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly bodyHash: string;
  /** The seed of every id that the request mints, so that a repeat mints the same ids. */
  readonly ids: readonly string[];
  readonly leaseUntil: Date;
  readonly expiresAt: Date;
  readonly answer?: KeptAnswer;
}

/** The state of a key as a request finds it. */
export type IdempotencyClaim =
  | { readonly kind: 'ours'; readonly ids: readonly string[]; readonly leaseUntil: Date }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_body' };

// A request that takes a claim over gets its ids; every new claim has others.
type OwnClaim = Extract<IdempotencyClaim, { kind: 'ours' }>;

const LEASE_MS = 10_000;
const KEEP_MS = 24 * 3600_000;
/** The lease of a claim whose request failed: the epoch, which no expired lease equals. */
const released = new Date(0);

/** Batched round trips, of all tenants of the process. */
export interface IdempotencyBatching {
  readonly insert: ReturnType<typeof batchedInsert<IdempotencyDocument>>;
  readonly change: ReturnType<typeof batchedChange<IdempotencyDocument>>;
}

export function idempotencyBatching(collection: Collection<IdempotencyDocument>): IdempotencyBatching {
  return { insert: batchedInsert(collection), change: batchedChange(collection) };
}

/** Idempotency claims of one tenant. */
export class IdempotencyStore {
  readonly #claims: Collection<IdempotencyDocument>;
  readonly #batching: IdempotencyBatching;
  readonly #tenantId: string;
  readonly #clock: Pick<DatabaseClock, 'now'>;

  constructor(
    collection: Collection<IdempotencyDocument>,
    batching: IdempotencyBatching,
    tenantId: string,
    clock: Pick<DatabaseClock, 'now'>,
  ) {
    this.#claims = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
    this.#clock = clock;
  }

  // A key may contain any character, including a slash.
  #key(key: string): string {
    return keyOf(this.#tenantId, encodeURIComponent(key));
  }

  /**
   * Claims `key` for a request with this body; only the first claim of a key uses its `ids`. Leases expire by the
   * database's time, so that gateways whose clocks differ agree.
   */
  async claim(
    key: string,
    bodyHash: string,
    ids: readonly string[],
    now: Date = this.#clock.now(),
  ): Promise<IdempotencyClaim> {
    const _id = this.#key(key);
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const expiresAt = new Date(now.getTime() + KEEP_MS);
    const fresh = { _id, tenantId: this.#tenantId, bodyHash, ids, leaseUntil, expiresAt };
    for (;;) {
      if ((await this.#batching.insert(fresh)) === 'inserted') return { kind: 'ours', ids, leaseUntil };
      const existing = await this.#claims.findOne({ _id });
      if (!existing) continue; // forgotten meanwhile
      if (existing.expiresAt <= now) {
        await this.#claims.deleteOne({ _id, expiresAt: existing.expiresAt });
        continue;
      }
      if (existing.bodyHash !== bodyHash) {
        if (existing.answer || existing.leaseUntil > released) return { kind: 'other_body' };
        await this.#claims.deleteOne(unanswered(existing));
        continue;
      }
      if (existing.answer) return { kind: 'answered', answer: existing.answer };
      if (existing.leaseUntil > now) return { kind: 'running' };
      const taken = await this.#claims.updateOne(unanswered(existing), { $set: { leaseUntil } });
      if (taken.matchedCount === 1) return { kind: 'ours', ids: existing.ids, leaseUntil };
    }
  }

  /**
   * Keeps the answer for 24 h, unless another request has the key by now. A refusal is kept only by the request that
   * still holds the lease: a late request may be refused because another run already did its work, and that run's
   * answer counts.
   */
  async keep(key: string, { ids, leaseUntil }: OwnClaim, answer: KeptAnswer): Promise<void> {
    const refused = answer.status >= 400;
    await this.#batching.change({
      key: this.#key(key),
      set: { answer },
      holds: { ids },
      ...(refused && { only: underLease(leaseUntil) }),
    });
  }

  /** Deletes a claim whose answer is not kept, unless another request has taken it over. */
  async forget(key: string, leaseUntil: Date): Promise<void> {
    await this.#claims.deleteOne({ _id: this.#key(key), ...underLease(leaseUntil) });
  }

  /**
   * Frees a claim whose request failed with an unknown outcome, unless another request has taken it over. The key is as
   * good as unused, except that a request with the same body continues under the same ids, so that nothing is written
   * twice.
   */
  async release(key: string, leaseUntil: Date): Promise<void> {
    await this.#batching.change({
      key: this.#key(key),
      set: { leaseUntil: released },
      only: underLease(leaseUntil),
    });
  }
}

// The claim as it was read, unless it was answered, taken over or replaced since.
function unanswered({ _id, ids, leaseUntil }: IdempotencyDocument) {
  return { _id, ids, ...underLease(leaseUntil) };
}

// Each run of a request has a lease of its own, and an answer is never replaced.
function underLease(leaseUntil: Date) {
  return { leaseUntil, answer: { $exists: false } };
}
