/**
 * Delivery attempts. Inserting an attempt claims it, before the call; its outcome is written by key after the call. A
 * lease that expired without an outcome means an unknown outcome: the buyer may have the lead. An attempt that was
 * cancelled was never made, and no further one will be.
 */
import type { DeliveryDecision } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, keyOf, keyRange } from '../driver/keys.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase, insertPhase, type Exists } from '../commit/phases.js';
import type { KeyedChange } from '../driver/keyed-change.js';

/** How a call to a buyer ended. */
export interface AttemptOutcome {
  readonly kind: 'accepted' | 'rejected' | 'duplicate' | 'retry' | 'unknown' | 'failed' | 'impossible';
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

/** What attempts are made for: a submission that a generation of routing sent to a buyer, or generation 0 of a message. */
export interface AttemptsOf {
  readonly submissionId: string;
  readonly generation: number;
}

/** One attempt to deliver a submission. */
export interface DeliveryAttempt {
  /** 1 for the first of its generation. */
  readonly n: number;
  /** Empty if the attempt was cancelled. */
  readonly url: string;
  /** Fingerprint of the request as sent; absent if no request could be built. */
  readonly sent?: string;
  /** The statuses of the lead's files, where the request holds them: each later attempt at this buyer sends the same. */
  readonly files?: readonly FileStatusThen[];
  readonly startedAt: Date;
  /** Until then no other worker may claim the next attempt. */
  readonly leaseUntil: Date;
  readonly outcome?: AttemptOutcome;
  /** Set if the attempt was cancelled: the decision that ends the delivery instead. */
  readonly ending?: DeliveryDecision;
}

/** A file, and its status when the first attempt was made. */
export interface FileStatusThen {
  readonly fileKey: string;
  readonly status: string;
}

/** An attempt with the generation of routing that it belongs to. */
export interface GenerationAttempt extends DeliveryAttempt {
  readonly generation: number;
}

/** An attempt as stored. */
export interface AttemptDocument extends DeliveryAttempt {
  readonly _id: string;
  readonly tenantId: string;
}

/** Batched round trips, of all tenants of the process. */
export interface AttemptBatching {
  readonly insert: WriteOne<AttemptDocument, Exists>;
  readonly change: WriteOne<KeyedChange>;
}

export function attemptBatching(
  writer: BulkWriter,
  collection: Collection<AttemptDocument>,
): AttemptBatching {
  return {
    // One's own too: two workers may claim an attempt in the same millisecond.
    insert: commitOf(writer, insertPhase(collection, { seesOwn: false })),
    change: commitOf(writer, changePhase(collection), { sendsAgain: true }),
  };
}

/** The key of attempt `n`. */
function attemptKey(tenantId: string, { submissionId, generation }: AttemptsOf, n: number | ''): string {
  return keyOf(tenantId, `${submissionId}.delivery.${generation}.${n}`);
}

/** The document that cancels attempt `n`: a worker that finds it records `ending`. */
export function cancelDocument(
  tenantId: string,
  of: AttemptsOf,
  { n, ending, at }: { readonly n: number; readonly ending: DeliveryDecision; readonly at: Date },
): AttemptDocument {
  return { _id: attemptKey(tenantId, of, n), tenantId, n, url: '', startedAt: at, leaseUntil: at, ending };
}

/** The change that writes the outcome of attempt `n`. */
export function outcomeChange(
  tenantId: string,
  of: AttemptsOf,
  n: number,
  outcome: AttemptOutcome,
): KeyedChange {
  return { key: attemptKey(tenantId, of, n), set: { outcome } };
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

  #key(of: AttemptsOf, n: number | ''): string {
    return attemptKey(this.#tenantId, of, n);
  }

  /** Claims attempt `n`; false if another worker already has. */
  async claim(of: AttemptsOf, attempt: DeliveryAttempt): Promise<boolean> {
    const _id = this.#key(of, attempt.n);
    return (await this.#batching.insert({ _id, tenantId: this.#tenantId, ...attempt })) === 'made';
  }

  /**
   * Cancels attempt `n` by claiming it for no worker; a worker that finds it records `ending`. False if a worker has
   * claimed it and may be making it.
   */
  async cancel(of: AttemptsOf, n: number, ending: DeliveryDecision, at: Date): Promise<boolean> {
    const document = cancelDocument(this.#tenantId, of, { n, ending, at });
    return (await this.#batching.insert(document)) === 'made';
  }

  /**
   * Writes the final outcome of attempt `n` in place of `seen`, the outcome as read, unless its worker has written one
   * meanwhile.
   */
  async concludeIfUnchanged(
    of: AttemptsOf,
    n: number,
    seen: AttemptOutcome | undefined,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const only = seen
      ? { 'outcome.kind': seen.kind, 'outcome.nextAt': { $exists: false } }
      : { outcome: { $exists: false } };
    await this.#batching.change({ key: this.#key(of, n), set: { outcome }, only });
  }

  /** Plans the attempt that follows attempt `n` for `nextAt`, unless its outcome `seen` has changed meanwhile. */
  async planNext(
    of: AttemptsOf,
    n: number,
    { kind, nextAt: before }: AttemptOutcome,
    nextAt: Date,
  ): Promise<void> {
    // Nothing else of it is written again, because an erasure may have removed that meanwhile.
    const seen = { _id: this.#key(of, n), 'outcome.kind': kind, 'outcome.nextAt': before };
    await this.#attempts.updateOne(seen, { $set: { 'outcome.nextAt': nextAt } });
  }

  /** Writes the outcome of attempt `n`. */
  async conclude(of: AttemptsOf, n: number, outcome: AttemptOutcome): Promise<void> {
    await this.#batching.change(outcomeChange(this.#tenantId, of, n, outcome));
  }

  /** The attempts of one generation, first to last. */
  async ofGeneration(of: AttemptsOf): Promise<readonly DeliveryAttempt[]> {
    const found = await this.#within(this.#key(of, ''));
    return found.map(({ generation: _generation, ...attempt }) => attempt);
  }

  /** The attempts of all generations of a submission, or of a message, first to last. */
  async of(submissionId: string): Promise<readonly GenerationAttempt[]> {
    return this.#within(keyOf(this.#tenantId, `${submissionId}.delivery.`));
  }

  async #within(prefix: string): Promise<GenerationAttempt[]> {
    const found = await this.#attempts.find({ _id: keyRange(prefix) }).toArray();
    return found
      .map(({ _id, tenantId: _tenantId, ...attempt }) => {
        const [generation, n] = idOf(_id).split('.').slice(-2).map(Number);
        return { ...attempt, generation: generation ?? 0, n: n ?? 0 };
      })
      .sort((a, b) => a.generation - b.generation || a.n - b.n);
  }
}
