/** Effects: what a decision causes outside Sluice. Each is a document before it becomes a job. */
import {
  RETENTION,
  type Effect,
  type EffectAttempt,
  type EffectStatus,
  type NewEffect,
  type Trace,
} from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { idOf, keyOf, keyRange } from '../driver/keys.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase, insertPhase, type Exists } from '../commit/phases.js';
import { batchedRead } from '../driver/batched-collection.js';
import type { KeyedChange } from '../driver/keyed-change.js';
import { countTrouble, type Trouble } from '../driver/trouble.js';

/** An effect as stored. */
export interface EffectDocument extends Omit<Effect, 'effectId' | 'body'> {
  readonly _id: string;
  readonly body: object;
  /** Until when a worker has the effect, whose call must not be made by two at once. */
  readonly takenUntil?: Date;
}

/** Batched round trips, of all tenants of the process. */
export interface EffectBatching {
  readonly insert: WriteOne<EffectDocument, Exists>;
  readonly read: (key: string) => Promise<EffectDocument | undefined>;
  readonly change: WriteOne<KeyedChange>;
}

export function effectBatching(writer: BulkWriter, collection: Collection<EffectDocument>): EffectBatching {
  return {
    insert: commitOf(writer, insertPhase(collection, { seesOwn: false })),
    read: batchedRead(collection),
    change: commitOf(writer, changePhase(collection), { sendsAgain: true }),
  };
}

/** What is written after an attempt at an effect. */
export interface EffectProgress {
  readonly attempt?: EffectAttempt;
  /** When the sweep checks whether the next attempt was made; absent if `status` ends the effect. */
  readonly dueAt?: Date;
  /** When the next attempt is planned. */
  readonly enqueuedAt?: Date;
  readonly status: EffectStatus;
  readonly reason?: string;
  /** How it came to wait; anything personal is left out. */
  readonly trace?: Trace;
  /**
   * Until when the worker took the effect, which is given back. Once another worker has it, nothing is written but that it
   * is done.
   */
  readonly takenUntil?: Date | undefined;
}

/** A planned effect, and whether this call wrote it. */
export interface Planned {
  readonly effect: Effect;
  readonly ours: boolean;
}

/** Effects of one tenant. */
export class EffectStore {
  readonly #effects: Collection<EffectDocument>;
  readonly #batching: EffectBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<EffectDocument>, batching: EffectBatching, tenantId: string) {
    this.#effects = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  /**
   * Writes an effect unless it exists, and returns the stored one: a second writer continues the first one's event.
   * Without `dueAt`, nothing is left to do once it is written.
   */
  async plan(effect: NewEffect, createdAt: Date, dueAt: Date | undefined): Promise<Planned> {
    const document = effectDocument(this.#tenantId, effect, createdAt, dueAt);
    if ((await this.#batching.insert(document)) === 'made')
      return { effect: effectFrom(document), ours: true };
    const existing = await this.#batching.read(document._id);
    if (!existing) throw new Error(`effect ${document._id} exists but cannot be read`);
    return { effect: effectFrom(existing), ours: false };
  }

  async find(effectId: string): Promise<Effect | undefined> {
    const document = await this.#batching.read(keyOf(this.#tenantId, effectId));
    return document && effectFrom(document);
  }

  /** All effects of one submission. */
  async ofSubmission(submissionId: string): Promise<readonly Effect[]> {
    const found = await this.#effects
      .find({ _id: keyRange(keyOf(this.#tenantId, `${submissionId}.`)) })
      .toArray();
    return found.map(effectFrom);
  }

  /** The effects that occur once per lead, whichever submission planned them. */
  async onceForLead(leadId: string): Promise<readonly Effect[]> {
    const found = await this.#effects.find({ _id: keyRange(keyOf(this.#tenantId, `${leadId}.`)) }).toArray();
    return found.map(effectFrom);
  }

  /** The text messages to a lead, oldest first. */
  async messagesTo(leadId: string): Promise<readonly Effect[]> {
    const found = await this.#effects
      .find({ tenantId: this.#tenantId, leadId, trigger: 'explicit', kind: 'sms' })
      .sort({ _id: 1 })
      .toArray();
    return found.map(effectFrom);
  }

  /** The certificates that could not be retained after a sale since then, counted up to `most`, and the newest of them. */
  async notRetained({
    newest,
    most,
    since,
  }: {
    readonly newest: number;
    readonly most: number;
    readonly since: Date;
  }): Promise<{ readonly effects: readonly Effect[]; readonly count: number }> {
    const failed = {
      ...{ tenantId: this.#tenantId, trigger: RETENTION, status: 'failed' as const },
      endedAt: { $gte: since },
    };
    const [found, count] = await Promise.all([
      this.#effects.find(failed).sort({ endedAt: -1 }).limit(newest).toArray(),
      this.#effects.countDocuments(failed, { limit: most }),
    ]);
    return { effects: found.map(effectFrom), count };
  }

  /** Counts one more start after trouble, and returns how many there were of that kind. */
  async countTrouble(effectId: string, kind: Trouble, at: string): Promise<number> {
    return countTrouble(this.#effects, keyOf(this.#tenantId, effectId), kind, at);
  }

  /** Writes the result of an attempt, unless another worker or an erasure has ended the effect meanwhile. */
  async progress(
    effectId: string,
    { attempt, dueAt, enqueuedAt, status, reason, trace, takenUntil }: EffectProgress,
    now: Date,
  ): Promise<void> {
    const set = {
      status,
      reason,
      trace,
      ...(dueAt ? { dueAt } : { endedAt: now }),
      enqueuedAt,
    };
    await this.#batching.change({
      key: keyOf(this.#tenantId, effectId),
      set,
      // Why it waited is over once it goes on.
      unset: [
        'deaths',
        'restarts',
        // Nobody needs the link of a mail once the mail has ended.
        ...(dueAt ? [] : ['dueAt', 'body.link']),
        ...(reason === undefined ? ['reason'] : []),
        ...(trace ? [] : ['trace']),
        ...(takenUntil ? ['takenUntil'] : []),
      ],
      push: attempt && { attempts: attempt },
      only: { status: 'due' },
      equal: takenUntil && status !== 'done' ? { takenUntil } : undefined,
    });
  }
}

/** The document of a planned effect. Without `dueAt`, nothing is left to do once it is written. */
export function effectDocument(
  tenantId: string,
  { effectId, ...fields }: NewEffect,
  createdAt: Date,
  dueAt: Date | undefined,
): EffectDocument {
  return {
    _id: keyOf(tenantId, effectId),
    tenantId,
    ...fields,
    status: dueAt ? 'due' : 'done',
    attempts: [],
    createdAt,
    dueAt,
  };
}

/** The effect of a document, whose body is that of its kind because nothing else is written. */
export function effectFrom({ _id, ...document }: EffectDocument): Effect {
  return { ...document, effectId: idOf(_id) } as Effect;
}
