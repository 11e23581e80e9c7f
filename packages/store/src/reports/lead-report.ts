/**
 * The numbers of a report. Spans whose mark stands as it stood when they were counted are read from the kept rows; all
 * others are counted from the leads, their last submissions and the ledger, and kept if their mark is settled. So a report
 * is exact at any moment, whatever is kept.
 */
import type { Collection } from 'mongodb';
import { countSpans, type Counted } from './count-spans.js';
import { KeptSpans, type CountedSpan, type KeptSpanDocument } from './kept-spans.js';
import type { Piece } from './pieces.js';
import type { LeadReportAsk } from './report-ask.js';
import type { Mark, ReportMarks } from './report-marks.js';
import { spanMinutes, type RowKey, type SpanMinutes } from './report-stages.js';
import { sumKept, sumRows, type CountedReport } from './sum-rows.js';

/** Counts the leads and the money of a report. */
export type CountReport = (ask: LeadReportAsk) => Promise<CountedReport>;

/** The collections of reports. */
export interface ReportCollections extends Counted {
  readonly kept: Collection<KeptSpanDocument>;
}

const PIECE = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** As many spans are counted at once as are kept at once: a day of hours. */
const AT_ONCE_MS = 24 * HOUR_MS;
const keptKeys: readonly RowKey[] = ['campaign', 'placedCampaign', 'client', 'offer', 'supplier'];

/** The number of no mark: what is kept under it does not hold. */
const NEVER = -1;
const unmarked: Mark = { n: 0, isSettled: true };

/** A span that is counted now. */
interface Stale {
  readonly from: Date;
  readonly mark: Mark;
}

/** Reports of one tenant. */
export class ReportStore {
  readonly #of: Counted;
  readonly #kept: KeptSpans;
  readonly #marks: ReportMarks;
  readonly #tenantId: string;
  readonly #piece: number;

  /** One query counts about `piece` leads, so that it ends long before its deadline and no other waits long for it. */
  constructor(
    { leads, ledger, kept }: ReportCollections,
    marks: ReportMarks,
    tenantId: string,
    piece = PIECE,
  ) {
    this.#of = { leads, ledger };
    this.#kept = new KeptSpans(kept, tenantId);
    this.#marks = marks;
    this.#tenantId = tenantId;
    this.#piece = piece;
  }

  count: CountReport = async (ask) => {
    const { minutes } = ask;
    // What ended in the days of the report may have come in long before.
    const range = await this.#within(minutes, ask.basis === 'received' ? ask.from : new Date(0), ask.before);
    if (!range) return { leads: [], money: [] };
    // Before anything is counted: what is written from now on marks its hour again.
    const marks = await this.#marks.read(range.from, range.before);
    const kept = await this.#kept.find(minutes, range.from, range.before);
    // This one key may have as many values as there are leads, so that nothing would be gained by keeping them.
    const isKept = !ask.groupBy.includes('subId1');
    const stale = spansOf(range, minutes)
      .map((from): Stale => ({ from, mark: marks.get(hourOf(from)) ?? unmarked }))
      .filter(({ from, mark }) => !isKept || kept.get(from.getTime())?.n !== mark.n);
    const isStale = new Set(stale.map(({ from }) => from.getTime()));
    const asked = [...kept.values()].filter(
      ({ from, lastAt }) => !isStale.has(from.getTime()) && (ask.basis === 'received' || lastAt >= ask.from),
    );
    const parts = [
      await sumKept(
        ask,
        this.#kept,
        asked.map(({ from }) => from),
      ),
    ];
    for (const run of runsOf(stale, minutes))
      parts.push(sumRows(ask, await this.#count(minutes, run, isKept)));
    return { leads: parts.flatMap(({ leads }) => leads), money: parts.flatMap(({ money }) => money) };
  };

  /**
   * Closes the hours in which these leads came in: their leads, as they are counted now, are never counted again. Call it
   * before any of what is counted of the leads is deleted. Repeatable.
   */
  async close(receivedAt: readonly Date[]): Promise<void> {
    const hours = [...new Set(receivedAt.map(hourOf))].map((hour) => new Date(hour));
    for (const minutes of spanMinutes)
      for (const from of hours) {
        const before = new Date(from.getTime() + HOUR_MS);
        const spans = spansOf({ from, before }, minutes);
        if ((await this.#kept.closedLeads(minutes, spans)).size === spans.length) continue;
        const marks = await this.#marks.read(from, before);
        const { n, isSettled } = marks.get(hourOf(from)) ?? unmarked;
        const counted = await countSpans(
          this.#of,
          this.#counting(minutes, true),
          { from, before },
          this.#piece,
        );
        await this.#kept.close(
          minutes,
          spans.map((span) => {
            const { from: begins, leads, money } = counted.get(span.getTime()) ?? nothing(span);
            return { from: begins, leads, money, n: isSettled ? n : NEVER };
          }),
        );
      }
  }

  async #count(
    minutes: SpanMinutes,
    run: readonly Stale[],
    isKept: boolean,
  ): Promise<readonly CountedSpan[]> {
    const [first, last] = [run[0] as Stale, run.at(-1) as Stale];
    const range = { from: first.from, before: new Date(last.from.getTime() + minutes * MINUTE_MS) };
    const counted = await countSpans(this.#of, this.#counting(minutes, isKept), range, this.#piece);
    // Read after the count: some may have been closed, and their leads deleted, while they were counted.
    const closed = await this.#kept.closedLeads(
      minutes,
      run.map(({ from }) => from),
    );
    const spans = run.map(({ from, mark }) => {
      const { isMoving = false, ...rows } = counted.get(from.getTime()) ?? nothing(from);
      const leads = closed.get(from.getTime()) ?? rows.leads;
      return { ...rows, leads, n: mark.n, isSettled: mark.isSettled && !isMoving };
    });
    if (isKept) {
      const settled = spans.filter(({ isSettled }) => isSettled).map(({ isSettled: _, ...span }) => span);
      const isClosed = ({ from }: CountedSpan) => closed.has(from.getTime());
      await this.#kept.keepMoney(minutes, settled.filter(isClosed));
      await this.#kept.keep(
        minutes,
        settled.filter((span) => !isClosed(span)),
      );
    }
    return spans;
  }

  #counting(minutes: SpanMinutes, isKept: boolean) {
    const keys: readonly RowKey[] = isKept ? keptKeys : [...keptKeys, 'subId1'];
    return { tenantId: this.#tenantId, minutes, keys };
  }

  // The part of the range that holds anything, in whole spans; undefined if none does.
  async #within(minutes: SpanMinutes, from: Date, before: Date): Promise<Piece | undefined> {
    const ends = [1, -1] as const;
    const oldestOrNewest = (direction: 1 | -1) =>
      this.#of.leads
        .find({ tenantId: this.#tenantId }, { projection: { _id: 0, createdAt: 1 } })
        .sort({ createdAt: direction })
        .limit(1)
        .toArray();
    // Those of a lead that is deleted since are kept.
    const [found, kept] = await Promise.all([
      Promise.all(ends.map(oldestOrNewest)),
      this.#kept.bounds(minutes),
    ]);
    const times = [...found.flat().map(({ createdAt }) => createdAt), ...kept].map((at) => at.getTime());
    if (times.length === 0) return undefined;
    const spanMs = minutes * MINUTE_MS;
    const first = Math.floor(Math.min(...times) / spanMs) * spanMs;
    const end = (Math.floor(Math.max(...times) / spanMs) + 1) * spanMs;
    const range = {
      from: new Date(Math.max(from.getTime(), first)),
      before: new Date(Math.min(before.getTime(), end)),
    };
    return range.from < range.before ? range : undefined;
  }
}

function hourOf(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
}

function nothing(from: Date) {
  return { from, leads: [], money: [], isMoving: false };
}

// The beginnings of the spans of a range.
function spansOf({ from, before }: Piece, minutes: SpanMinutes): readonly Date[] {
  const spanMs = minutes * MINUTE_MS;
  const count = Math.ceil((before.getTime() - from.getTime()) / spanMs);
  return Array.from({ length: count }, (_, n) => new Date(from.getTime() + n * spanMs));
}

// Spans one behind the other, at most a day of them.
function runsOf(stale: readonly Stale[], minutes: SpanMinutes): readonly (readonly Stale[])[] {
  const runs: Stale[][] = [];
  for (const span of stale) {
    const run = runs.at(-1);
    const isNext = run?.at(-1)?.from.getTime() === span.from.getTime() - minutes * MINUTE_MS;
    const hasRoom = run && span.from.getTime() - (run[0] as Stale).from.getTime() < AT_ONCE_MS;
    if (run && isNext && hasRoom) run.push(span);
    else runs.push([span]);
  }
  return runs;
}
