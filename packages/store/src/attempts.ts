/**
 * Delivery attempts. Inserting an attempt claims it, before the call; its outcome is written by key after the call. A
 * lease that expired without an outcome means an unknown outcome: the buyer may have the lead. An attempt that was
 * cancelled was never made, and no further one will be.
 */
import type { DeliveryDecision } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, keyOf, keyRange } from './keys.js';
import { batchedInsert } from './batched-collection.js';
import { batchedChange, type KeyedChange } from './batched-change.js';

/** How a call to a buyer ended. */
export interface AttemptOutcome {
  readonly kind: 'accepted' | 'rejected' | 'duplicate' | 'retry' | 'unknown' | 'impossible';
  readonly reason?: string;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly status?: number;
  /** The first 20 kB of the answer. */
  readonly answer?: string;
  readonly price?: number;
  readonly reference?: string;
  /** When the next attempt is planned. */
  readonly nextAt?: Date;
}

/** One attempt to deliver a submission. */
export interface DeliveryAttempt {
  /** 1 for the first. */
  readonly n: number;
  /** Empty if the attempt was cancelled. */
  readonly url: string;
  /** Fingerprint of the request as sent; absent if no request could be built. */
  readonly sent?: string;
  readonly startedAt: Date;
  /** Until then no other worker may claim the next attempt. */
  readonly leaseUntil: Date;
  readonly outcome?: AttemptOutcome;
  /** Set if the attempt was cancelled: the decision that ends the delivery instead. */
  readonly ending?: DeliveryDecision;
}

/** An attempt as stored. */
export interface AttemptDocument extends DeliveryAttempt {
  readonly _id: string;
  readonly tenantId: string;
}

/** Batched round trips, of all tenants of the process. */
export interface AttemptBatching {
  readonly insert: ReturnType<typeof batchedInsert<AttemptDocument>>;
  readonly change: ReturnType<typeof batchedChange<AttemptDocument>>;
}

export function attemptBatching(collection: Collection<AttemptDocument>): AttemptBatching {
  return { insert: batchedInsert(collection), change: batchedChange(collection) };
}

function attemptKey(tenantId: string, submissionId: string, n: number | ''): string {
  return keyOf(tenantId, `${submissionId}.delivery.0.${n}`);
}

/** The change that writes the outcome of attempt `n`. */
export function outcomeChange(
  tenantId: string,
  submissionId: string,
  n: number,
  outcome: AttemptOutcome,
): KeyedChange {
  return { key: attemptKey(tenantId, submissionId, n), set: { outcome } };
}

/** Delivery attempts of one tenant. */
export class AttemptStore {
  readonly #attempts: Collection<AttemptDocument>;
  readonly #batching: AttemptBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<AttemptDocument>, batching: AttemptBatching, tenantId: string) {
    this.#attempts = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  #key(submissionId: string, n: number | ''): string {
    return attemptKey(this.#tenantId, submissionId, n);
  }

  /** Claims attempt `n`; false if another worker already has. */
  async claim(submissionId: string, attempt: DeliveryAttempt): Promise<boolean> {
    const _id = this.#key(submissionId, attempt.n);
    return (await this.#batching.insert({ _id, tenantId: this.#tenantId, ...attempt })) === 'inserted';
  }

  /**
   * Cancels attempt `n` by claiming it for no worker; a worker that finds it records `ending`. False if a worker has
   * claimed it and may be making it.
   */
  async cancel(submissionId: string, n: number, ending: DeliveryDecision, at: Date): Promise<boolean> {
    return this.claim(submissionId, { n, url: '', startedAt: at, leaseUntil: at, ending });
  }

  /**
   * Writes the final outcome of attempt `n` in place of `seen`, the outcome as read, unless its worker has written one
   * meanwhile.
   */
  async settle(
    submissionId: string,
    n: number,
    seen: AttemptOutcome | undefined,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const only = seen
      ? { 'outcome.kind': seen.kind, 'outcome.nextAt': { $exists: false } }
      : { outcome: { $exists: false } };
    await this.#batching.change({ key: this.#key(submissionId, n), set: { outcome }, only });
  }

  /** Writes the outcome of attempt `n`. */
  async conclude(submissionId: string, n: number, outcome: AttemptOutcome): Promise<void> {
    await this.#batching.change(outcomeChange(this.#tenantId, submissionId, n, outcome));
  }

  /** The submission's attempts, first to last. */
  async of(submissionId: string): Promise<readonly DeliveryAttempt[]> {
    const found = await this.#attempts.find({ _id: keyRange(this.#key(submissionId, '')) }).toArray();
    return found
      .map(({ _id, tenantId: _tenantId, ...attempt }) => ({
        ...attempt,
        n: Number(idOf(_id).split('.').at(-1)),
      }))
      .sort((a, b) => a.n - b.n);
  }
}
