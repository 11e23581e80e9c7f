/** How buyers do: their answers are recorded here as they come in, and everything about one is read in one piece. */
import { checkLabel } from '@sluice/contracts';
import type { Collection, Condition } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { writeFigures } from '../figures/counting.js';
import { addAnswers, ANSWERS, worthWriting, type AnswerTimes, type ReceiverAnswer } from './answers.js';
import type { CircuitOrder, CircuitPeriod } from './circuit.js';
import {
  addressId,
  addressKey,
  buyerKey,
  buyerKeys,
  named,
  supplierOfAddress,
  type ReceiverDocument,
  type ReceiverName,
  type SentEvent,
} from './receiver-document.js';

/** A buyer as last seen. */
export interface ReceiverHealth extends ReceiverName, AnswerTimes {
  /** If its circuit opened because of failures: when it closes, or last closed. */
  readonly openUntil?: Date;
  /** The latest order about its circuit, whether or not it is still in force. */
  readonly order?: CircuitOrder;
  /** Newest first. */
  readonly answers: readonly ReceiverAnswer[];
  /** Oldest first. */
  readonly circuit: readonly CircuitPeriod[];
}

const WRITTEN_EVERY_MS = 1_000;
const MOST = 1_000;
/** How many events of a webhook's receiver are kept. */
const EVENTS = 10;

interface PendingEvents extends ReceiverName {
  events: SentEvent[];
}

interface Pending extends ReceiverName {
  answers: ReceiverAnswer[];
}

/** The buyers of an installation. */
export class ReceiverHealthStore {
  readonly #receivers: Collection<ReceiverDocument>;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  #pending = new Map<string, Pending>();
  #pendingEvents = new Map<string, PendingEvents>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(collection: Collection<ReceiverDocument>, clock: Pick<DatabaseClock, 'now'>) {
    this.#receivers = collection;
    this.#clock = clock;
  }

  /** Records how a call ended; it is written within about a second. */
  noteAnswer(tenantId: string, receiver: string, answer: ReceiverAnswer): void {
    const _id = buyerKey({ tenantId, receiver });
    const pending = this.#pending.get(_id) ?? { tenantId, receiver, answers: [] };
    if (this.#pending.size >= MOST && !this.#pending.has(_id)) return;
    pending.answers.push(answer);
    pending.answers = worthWriting(pending.answers, keptOf(receiver));
    this.#pending.set(_id, pending);
    this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_EVERY_MS).unref();
  }

  /** Records an event that was sent to a webhook's receiver; it is written within about a second. */
  noteEvent(tenantId: string, url: string, event: SentEvent): void {
    const _id = addressKey(tenantId, addressId(url));
    const pending = this.#pendingEvents.get(_id) ?? { tenantId, receiver: url, events: [] };
    if (this.#pendingEvents.size >= MOST && !this.#pendingEvents.has(_id)) return;
    pending.events = [...pending.events, event].slice(-EVENTS);
    this.#pendingEvents.set(_id, pending);
    this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_EVERY_MS).unref();
  }

  /** Writes everything recorded so far. Never rejects: data that cannot be written is lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#pending];
    this.#pending = new Map();
    const events = [...this.#pendingEvents];
    this.#pendingEvents = new Map();
    await this.#writing;
    this.#writing = writeFigures(this.#receivers, [
      ...pending.map(([_id, { answers, ...name }]) => {
        const update = [{ $set: named(name) }, ...addAnswers(answers, keptOf(name.receiver))];
        return { updateOne: { filter: { _id }, update, upsert: true } };
      }),
      ...events.map(([_id, { events: latest, ...name }]) => {
        const failedAt = latest.findLast(({ outcome }) => outcome !== 'done')?.at;
        const isTracker = supplierOfAddress(name.receiver) !== undefined;
        const update = {
          $set: name,
          $push: { events: { $each: latest, $slice: -EVENTS } },
          ...(isTracker && failedAt && { $max: { postbackFailedAt: failedAt } }),
        };
        return { updateOne: { filter: { _id }, update, upsert: true } };
      }),
    ]).catch(() => undefined);
    await this.#writing;
  }

  /** The buyers of a tenant that were called, or whose circuit was opened. */
  async of(tenantId: string): Promise<readonly ReceiverHealth[]> {
    const found = await this.#receivers.find({ _id: buyerKeys(tenantId) }).toArray();
    return found.map(healthFrom);
  }

  /** One buyer of a tenant. */
  async find(tenantId: string, receiver: string): Promise<ReceiverHealth | undefined> {
    const found = await this.#receivers.findOne({ _id: buyerKey({ tenantId, receiver }) });
    return found ? healthFrom(found) : undefined;
  }

  /**
   * Buyers of any tenant, or of one, that an operator keeps from being called, whose circuit is open because of failures, whose
   * every call fails with the latest failure since `failedSince`, or that accept nothing with the latest call since
   * `calledSince`; at most `most` of each kind, in this order. Without these bounds, buyers that failed once and are no
   * longer called would hide others.
   */
  async inTrouble(
    most: number,
    {
      failedSince,
      calledSince,
      tenantId,
    }: { readonly failedSince: Date; readonly calledSince: Date; readonly tenantId?: string | undefined },
  ): Promise<readonly ReceiverHealth[]> {
    const now = this.#clock.now();
    const whose = tenantId === undefined ? {} : { tenantId };
    const ordered = (until: Condition<Date>) =>
      this.#receivers
        .find({ 'order.kind': 'open', 'order.until': until, ...whose })
        .limit(most)
        .toArray();
    const [untilClosed, forATime, open, failing, acceptNone] = await Promise.all([
      ordered({ $exists: false }),
      ordered({ $gt: now }),
      this.#receivers
        .find({ 'circuit.openUntil': { $gte: now }, ...whose })
        .limit(most)
        .toArray(),
      this.#receivers
        .find({
          'answers.failingSince': { $exists: true },
          'answers.lastFailedAt': { $gte: failedSince },
          ...whose,
        })
        .sort({ 'answers.lastFailedAt': -1 })
        .limit(most)
        .toArray(),
      this.#receivers
        .find({
          'answers.acceptsNoneSince': { $exists: true },
          'answers.lastCalledAt': { $gte: calledSince },
          ...whose,
        })
        .sort({ 'answers.lastCalledAt': -1 })
        .limit(most)
        .toArray(),
    ]);
    const byHand = [...untilClosed, ...forATime].slice(0, most);
    const found = [...byHand, ...open, ...failing, ...acceptNone].map(
      (document) => [document._id, healthFrom(document)] as const,
    );
    return [...new Map(found).values()];
  }

  /** Buyers of any tenant, or of one, that have answered since `since` with what their rules cannot read, latest first. */
  async unread(most: number, since: Date, tenantId?: string): Promise<readonly ReceiverHealth[]> {
    const found = await this.#receivers
      .find({
        'answers.lastUnreadableAt': { $gte: since },
        ...(tenantId !== undefined && { tenantId }),
      })
      .sort({ 'answers.lastUnreadableAt': -1 })
      .limit(most)
      .toArray();
    return found.map(healthFrom);
  }
}

// Whether a language model gives verdicts is judged by its last fifty answers.
function keptOf(receiver: string): number {
  return receiver === checkLabel('llm') ? 50 : ANSWERS;
}

function healthFrom({ tenantId, receiver, answers, circuit, order }: ReceiverDocument): ReceiverHealth {
  const { latest = [], ...times } = answers ?? {};
  return {
    tenantId,
    receiver,
    ...times,
    openUntil: circuit?.openUntil,
    order,
    answers: latest.toReversed(),
    circuit: circuit?.periods ?? [],
  };
}
