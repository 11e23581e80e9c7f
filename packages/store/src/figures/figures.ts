/**
 * Counts figures: what happened, by minute and by hour, kept in MongoDB in bounded size. The services count as they work,
 * and `@sluice/reports` reads. For display; no decision depends on them.
 */
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';
import { keyOf } from '../driver/keys.js';
import { Counting, writeFigures, type Counted, type CountedDocument } from './counting.js';
import { spanName, spanMs, spanStart, spans, type Span } from './spans.js';
import { bucketOf, type Times } from './times.js';

/** What waits in each queue and in the installation. */
export interface Waits {
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
  readonly stages?: Waits['stages'];
  readonly held?: number;
  readonly overdue?: number;
}

/** The figures of all tenants together; no tenant has this id. */
export const ALL_TENANTS = '*';
const HOUR_MS = 3_600_000;
const kept: Readonly<Record<'leads' | 'calls' | 'waits', Readonly<Record<Span, number>>>> = {
  leads: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
  calls: { minute: 3 * HOUR_MS, hour: 8 * 24 * HOUR_MS },
  waits: { minute: 26 * HOUR_MS, hour: 35 * 24 * HOUR_MS },
};
/** What figures are kept of. */
export type FigureKind = keyof typeof kept;

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
      [tenantId, ALL_TENANTS].flatMap((whose) => spans.map((span) => counted(whose, 'leads', span, now))),
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
  async noteWaits({ stages, held, overdue }: Waits): Promise<void> {
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
        const { _id, begin } = counted(ALL_TENANTS, 'waits', span, now);
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

  /** Writes everything counted so far; never rejects. */
  async flush(): Promise<void> {
    await this.#counting.flush();
  }
}

function counted(whose: string, kind: FigureKind, span: Span, now: Date, receiver?: string): Counted {
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
