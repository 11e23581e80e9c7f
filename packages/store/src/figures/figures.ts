/**
 * Figures: what happened, by minute and by hour, kept in MongoDB in bounded size. The services count as they work.
 * Reading is a query for a range of keys and never reads a lead. For display; no decision depends on them.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../clock.js';
import { keyOf } from '../keys.js';
import { Counting, writeFigures, type Counted, type CountedDocument } from './counting.js';
import { spanName, spanMs, spanStart, spans, type Span } from './spans.js';
import { addTimes, bucketOf, type Times } from './times.js';

/** The results of the leads of one tenant, or of all, within one minute or hour. */
export interface LeadFigures {
  readonly at: Date;
  readonly accepted: number;
  /** Submissions that ended, by final status. */
  readonly ended: Readonly<Record<string, number>>;
  /** From acceptance until a buyer accepted the lead, for leads that were never held. */
  readonly times: Times;
}

/** The results of the calls to one receiver within one minute or hour. */
export interface CallFigures {
  readonly at: Date;
  readonly receiver: string;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly times: Times;
}

/** The worst values seen of each queue and of the installation within one minute or hour. */
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

/** The figures of all tenants together; no tenant has this id. */
const ALL = '*';
const HOUR_MS = 3_600_000;
const kept: Readonly<Record<'leads' | 'calls' | 'waits', Readonly<Record<Span, number>>>> = {
  leads: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
  calls: { minute: 3 * HOUR_MS, hour: 8 * 24 * HOUR_MS },
  waits: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
};
type Kind = keyof typeof kept;

/** How many receivers one process counts separately; calls to further ones are not counted. */
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

  /** Counts an accepted submission. */
  countAccepted(tenantId: string): void {
    this.#countLead(tenantId, 'accepted');
  }

  /** Counts an ended submission. */
  countEnd(tenantId: string, status: string): void {
    this.#countLead(tenantId, `ended.${status}`);
  }

  /** Counts the time from a lead's acceptance until its buyer accepted it. */
  countDelivered(tenantId: string, tookMs: number): void {
    this.#countLead(tenantId, `times.${bucketOf(tookMs)}`);
  }

  #countLead(tenantId: string, path: string): void {
    const now = this.#clock.now();
    this.#counting.add(`${spanStart('minute', now).getTime()}/${tenantId}`, [path], () =>
      [tenantId, ALL].flatMap((whose) => spans.map((span) => counted(whose, 'leads', span, now))),
    );
  }

  /** Counts a call to a receiver, and how long it took. */
  countCall({ tenantId, receiver, outcome, status, durationMs }: CountedCall): void {
    const name = `${tenantId}/${receiver}`;
    if (!this.#receivers.has(name) && this.#receivers.size >= MOST_RECEIVERS) return;
    this.#receivers.add(name);
    const now = this.#clock.now();
    const paths = [
      `outcomes.${outcome}`,
      `times.${bucketOf(durationMs)}`,
      ...(status === undefined ? [] : [`statuses.${status}`]),
    ];
    this.#counting.add(`${spanStart('minute', now).getTime()}/${name}`, paths, () =>
      spans.map((span) => counted(tenantId, 'calls', span, now, receiver)),
    );
  }

  /**
   * Records what waits now. The worst value of a minute is kept, so that the result is the same however many processes
   * record it.
   */
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

  /** The results of the leads of one tenant, or of all, since `from`, oldest first; times without any are left out. */
  async leads(span: Span, from: Date, tenantId: string = ALL): Promise<readonly LeadFigures[]> {
    const found = await this.#since(tenantId, 'leads', span, from);
    return found.map(({ at, accepted = 0, ended = {}, times = {} }) => ({ at, accepted, ended, times }));
  }

  /** What waited since `from`, oldest first. */
  async waits(span: Span, from: Date): Promise<readonly WaitFigures[]> {
    const found = await this.#since(ALL, 'waits', span, from);
    return found.map(({ at, stages = {}, held = 0, overdue = 0 }) => ({ at, stages, held, overdue }));
  }

  /** The results of the calls to a tenant's receivers since `from`, oldest first. */
  async calls(tenantId: string, span: Span, from: Date): Promise<readonly CallFigures[]> {
    const found = await this.#since(tenantId, 'calls', span, from);
    return found.map(({ at, receiver = '', outcomes = {}, statuses = {}, times = {} }) => ({
      at,
      receiver,
      outcomes,
      statuses,
      times,
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

  /** Writes everything counted so far; never rejects. */
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

/** The sum of the figures of several minutes, dated `at`. */
export function addLeadFigures(at: Date, many: readonly LeadFigures[]): LeadFigures {
  return {
    at,
    accepted: many.reduce((sum, { accepted }) => sum + accepted, 0),
    ended: addTimes(many.map(({ ended }) => ended)),
    times: addTimes(many.map(({ times }) => times)),
  };
}
