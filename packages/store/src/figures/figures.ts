/**
 * Figures: what happened, by the minute and the hour, kept in MongoDB in bounded size. The services count as they work;
 * what is asked for is a range of keys, and no lead is ever read for it. For people to look at: nothing is decided on them.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../clock.js';
import { keyOf } from '../keys.js';
import { Counting, writeFigures, type Counted, type CountedDocument } from './counting.js';
import { spanName, spanMs, spanStart, spans, type Span } from './spans.js';
import { addTimes, bucketOf, type Times } from './times.js';

/** What the leads of a tenant, or of all, came to within one minute or hour. */
export interface LeadFigures {
  readonly at: Date;
  readonly accepted: number;
  /** Submissions that ended, by final status. */
  readonly ended: Readonly<Record<string, number>>;
  /** From acceptance until a buyer took the lead, of those that were never held. */
  readonly times: Times;
}

/** What calls to one receiver came to within one minute or hour. */
export interface CallFigures {
  readonly at: Date;
  readonly receiver: string;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly times: Times;
}

/** The worst that was seen of a queue and of the whole within one minute or hour. */
export interface WaitFigures {
  readonly at: Date;
  readonly stages: Readonly<Record<string, { readonly waiting: number; readonly oldestMs: number }>>;
  readonly held: number;
  readonly overdue: number;
}

/** A call to a receiver as it is counted. */
export interface CountedCall {
  readonly tenantId: string;
  readonly receiver: string;
  readonly outcome: string;
  readonly status?: number;
  readonly durationMs: number;
}

/** Figures as stored. */
export interface FigureDocument extends CountedDocument {
  readonly at: Date;
  readonly expiresAt: Date;
  readonly accepted?: number;
  readonly ended?: Readonly<Record<string, number>>;
  readonly times?: Times;
  readonly receiver?: string;
  readonly outcomes?: Readonly<Record<string, number>>;
  readonly statuses?: Readonly<Record<string, number>>;
  readonly stages?: WaitFigures['stages'];
  readonly held?: number;
  readonly overdue?: number;
}

/** No tenant is called so: the figures of all tenants together. */
const ALL = '*';
const HOUR_MS = 3_600_000;
const kept: Readonly<Record<'leads' | 'calls' | 'waits', Readonly<Record<Span, number>>>> = {
  leads: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
  calls: { minute: 3 * HOUR_MS, hour: 8 * 24 * HOUR_MS },
  waits: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
};
type Kind = keyof typeof kept;

/** Receivers that are told apart in one process; calls of those beyond are not counted. */
const MOST_RECEIVERS = 500;

/** The figures of an installation. */
export class FigureStore {
  readonly #figures: Collection<FigureDocument>;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  readonly #counting: Counting;
  readonly #receivers = new Set<string>();

  constructor(collection: Collection<FigureDocument>, clock: Pick<DatabaseClock, 'now'>) {
    this.#figures = collection;
    this.#clock = clock;
    this.#counting = new Counting(collection as unknown as Collection<CountedDocument>);
  }

  /** Counts a submission that was accepted. */
  countAccepted(tenantId: string): void {
    this.#countLead(tenantId, 'accepted');
  }

  /** Counts a submission that ended. */
  countEnd(tenantId: string, status: string): void {
    this.#countLead(tenantId, `ended.${status}`);
  }

  /** Counts how long it took from a lead's acceptance until its buyer took it. */
  countDelivered(tenantId: string, tookMs: number): void {
    this.#countLead(tenantId, `times.${bucketOf(tookMs)}`);
  }

  #countLead(tenantId: string, path: string): void {
    const now = this.#clock.now();
    for (const whose of [tenantId, ALL])
      for (const span of spans) this.#counting.add(counted(whose, 'leads', span, now), path);
  }

  /** Counts a call to a receiver, and how long it took. */
  countCall({ tenantId, receiver, outcome, status, durationMs }: CountedCall): void {
    const name = `${tenantId}/${receiver}`;
    if (!this.#receivers.has(name) && this.#receivers.size >= MOST_RECEIVERS) return;
    this.#receivers.add(name);
    const now = this.#clock.now();
    for (const span of spans) {
      const one = counted(tenantId, 'calls', span, now, receiver);
      this.#counting.add(one, `outcomes.${outcome}`);
      this.#counting.add(one, `times.${bucketOf(durationMs)}`);
      if (status !== undefined) this.#counting.add(one, `statuses.${status}`);
    }
  }

  /** Notes what waits now. The worst of a minute is kept, so that it is the same however many processes note it. */
  async noteWaits({ stages, held, overdue }: Omit<WaitFigures, 'at'>): Promise<void> {
    const now = this.#clock.now();
    const worst = Object.fromEntries(
      Object.entries(stages).flatMap(([stage, { waiting, oldestMs }]) => [
        [`stages.${stage}.waiting`, waiting],
        [`stages.${stage}.oldestMs`, oldestMs],
      ]),
    );
    await writeFigures(
      this.#figures,
      spans.map((span) => {
        const { _id, begin } = counted(ALL, 'waits', span, now);
        return {
          updateOne: {
            filter: { _id },
            update: { $max: { ...worst, held, overdue }, $setOnInsert: begin },
            upsert: true,
          },
        };
      }),
    );
  }

  /** What the leads of a tenant, or of all, came to since `from`, oldest first; a time without any is left out. */
  async leads(span: Span, from: Date, tenantId: string = ALL): Promise<readonly LeadFigures[]> {
    const found = await this.#since(tenantId, 'leads', span, from);
    return found.map(({ at, accepted = 0, ended = {}, times = {} }) => ({ at, accepted, ended, times }));
  }

  /** What waited since `from`, oldest first. */
  async waits(span: Span, from: Date): Promise<readonly WaitFigures[]> {
    const found = await this.#since(ALL, 'waits', span, from);
    return found.map(({ at, stages = {}, held = 0, overdue = 0 }) => ({ at, stages, held, overdue }));
  }

  /** What calls to the receivers of a tenant came to since `from`, oldest first. */
  async calls(tenantId: string, span: Span, from: Date): Promise<readonly CallFigures[]> {
    const found = await this.#since(tenantId, 'calls', span, from);
    return found.map(({ at, receiver = '', outcomes = {}, statuses = {}, times = {} }) => ({
      ...{ at, receiver, outcomes, statuses, times },
    }));
  }

  async #since(whose: string, kind: Kind, span: Span, from: Date): Promise<readonly FigureDocument[]> {
    const first = `${whose}/${kind}.${spanName(span, from)}`;
    const beyond = `${whose}/${kind}.${span}.~`;
    return this.#figures
      .find({ _id: { $gte: first, $lt: beyond } })
      .sort({ _id: 1 })
      .toArray();
  }

  /** Writes what was counted so far; never rejects. */
  async flush(): Promise<void> {
    await this.#counting.flush();
  }
}

function counted(whose: string, kind: Kind, span: Span, now: Date, receiver?: string): Counted {
  const suffix = receiver === undefined ? '' : `.${encodeURIComponent(receiver)}`;
  const at = spanStart(span, now);
  return {
    _id: keyOf(whose, `${kind}.${spanName(span, now)}${suffix}`),
    begin: {
      at,
      expiresAt: new Date(at.getTime() + spanMs(span) + kept[kind][span]),
      ...(receiver !== undefined && { receiver }),
    },
  };
}

/** Figures of several minutes in one, as of their first. */
export function addLeadFigures(at: Date, many: readonly LeadFigures[]): LeadFigures {
  return {
    at,
    accepted: many.reduce((sum, { accepted }) => sum + accepted, 0),
    ended: addTimes(many.map(({ ended }) => ended)),
    times: addTimes(many.map(({ times }) => times)),
  };
}
