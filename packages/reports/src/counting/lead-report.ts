/**
 * The numbers of a report, day by day. A day whose marks stand as they stood when it was counted is read from the kept
 * rows; all others are counted from the leads, their last submissions and the ledger, and kept if their marks are settled.
 * So a report is exact at any moment, whatever is kept.
 */
import type { Collection } from 'mongodb';
import { countSpans, type Counted } from './count-spans.js';
import type { KeptSpanDocument, Mark, ReportMarks, SpanName } from '@sluice/store';
import { KeptSpans, type CountedSpan } from './kept-spans.js';
import type { Piece } from './pieces.js';
import type { LeadReportAsk } from './report-ask.js';
import type { CountedRows } from './report-stages.js';
import { keptRows, ShortSpans, unmarked, type Counter, type DayRows } from './short-spans.js';
import { dayOf, hourOf, hoursOf, lengthMs, shortSpanOf } from './spans.js';
import { sumRows, type CountedReport } from './sum-rows.js';

/** Counts the leads and the money of a report. */
export type CountReport = (ask: LeadReportAsk) => Promise<CountedReport>;

/** The collections of reports. */
export interface ReportCollections extends Counted {
  readonly kept: Collection<KeptSpanDocument>;
}

const PIECE = 10_000;
const DAYS_AT_ONCE = 3;
const DAY_MS = 24 * lengthMs.hour;

/** A day that is counted now. */
interface StaleDay {
  readonly day: Piece;
  readonly mark: Mark;
  readonly rows: CountedRows;
  /** The marks of its hours. */
  readonly marks: ReadonlyMap<number, Mark>;
  /** The days from this one on. */
  readonly later: readonly Piece[];
  readonly byHours: boolean;
}

/** Reports of one tenant. */
export class LeadReports {
  readonly #counter: Counter;
  readonly #kept: KeptSpans;
  readonly #marks: ReportMarks;
  readonly #shortSpans: ShortSpans;

  /** One query counts about `piece` leads, so that it ends long before its deadline and no other waits long for it. */
  constructor(
    { leads, ledger, kept }: ReportCollections,
    marks: ReportMarks,
    tenantId: string,
    piece = PIECE,
  ) {
    this.#counter = { of: { leads, ledger }, tenantId, piece };
    this.#kept = new KeptSpans(kept, tenantId);
    this.#marks = marks;
    this.#shortSpans = new ShortSpans(this.#counter, this.#kept, marks);
  }

  count: CountReport = async (ask) => {
    const days = await this.#daysWithLeads(ask);
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return { leads: [], money: [] };
    const name = `day in ${ask.zone}` as const;
    // This one key may have as many values as there are leads, so that nothing would be gained by keeping them.
    const rows = ask.groupBy.includes('subId1') ? rowsBySite(ask) : keptRows;
    // Before anything is counted: what is written from now on marks its hour again.
    const marks = await this.#marks.read(first.from, last.before);
    const kept = await this.#kept.find(name, first.from, last.before);
    const closed = await this.#closedHours(first.from, last.before);
    const after = this.#daysAfter(ask, last);
    const standing: Date[] = [];
    const stale: StaleDay[] = [];
    for (const [place, day] of days.entries()) {
      const found = rows === keptRows ? kept.get(day.from.getTime()) : undefined;
      const mark = markOf(day, marks);
      if (found?.n !== mark.n)
        stale.push({
          day,
          mark,
          rows,
          marks,
          later: [...days.slice(place), ...after],
          // Of a day that is not over, or was kept before, only some hours have changed. The leads of a closed hour
          // cannot be counted.
          byHours: (rows === keptRows && (!!found || !mark.isSettled)) || hasAny(closed, day),
        });
      else if (ask.basis === 'received' || found.lastAt >= ask.from) standing.push(day.from);
    }
    const counted: CountedSpan[] = [];
    // Some at once, as the database counts each of them on one core.
    for (let n = 0; n < stale.length; n += DAYS_AT_ONCE)
      counted.push(
        ...(await Promise.all(stale.slice(n, n + DAYS_AT_ONCE).map((day) => this.#countDay(name, day)))),
      );
    return sumRows(ask, [...counted, ...(await this.#kept.read(name, standing))]);
  };

  /**
   * Closes the hours in which these leads came in: their leads, as they are counted now, are never counted again. Call it
   * before any of what is counted of the leads is deleted. Repeatable.
   */
  close(receivedAt: readonly Date[]): Promise<void> {
    return this.#shortSpans.close(receivedAt);
  }

  async #countDay(name: SpanName, stale: StaleDay): Promise<CountedSpan> {
    const { day, mark, rows, marks, later, byHours } = stale;
    const { isSettled, ...found } =
      (!byHours && (await this.#whole(stale))) ||
      (await this.#shortSpans.ofDay(day, shortSpanOf([day]), marks, later, rows));
    const counted = { from: day.from, ...found, n: mark.n };
    if (rows === keptRows && mark.isSettled && isSettled) await this.#kept.keep(name, [counted]);
    return counted;
  }

  // Undefined if an hour of the day was closed, and leads of it perhaps deleted, while it was counted.
  async #whole({ day, later, rows }: StaleDay): Promise<DayRows | undefined> {
    const { of, tenantId, piece } = this.#counter;
    const spans = await countSpans(of, { tenantId, rows, span: dayOf(day, later) }, day, piece);
    if ((await this.#closedHours(day.from, day.before)).size > 0) return undefined;
    const { leads = [], money = [], isMoving = false } = spans.get(day.from.getTime()) ?? {};
    return { leads, money, isSettled: !isMoving };
  }

  async #closedHours(from: Date, before: Date): Promise<ReadonlySet<number>> {
    const kept = await this.#kept.find('hour', new Date(hourOf(from)), before);
    return new Set([...kept].filter(([, { closed }]) => closed).map(([hour]) => hour));
  }

  // What became of leads later is told by the days up to now.
  #daysAfter(ask: LeadReportAsk, last: Piece): readonly Piece[] {
    return ask.daysBetween(last.before, new Date(Date.now() + DAY_MS));
  }

  // Those of the days on which anything that the report counts may have come in.
  async #daysWithLeads({ basis, from, before, daysBetween }: LeadReportAsk): Promise<readonly Piece[]> {
    const ends = [1, -1] as const;
    const oldestOrNewest = (direction: 1 | -1) =>
      this.#counter.of.leads
        .find({ tenantId: this.#counter.tenantId }, { projection: { _id: 0, createdAt: 1 } })
        .sort({ createdAt: direction })
        .limit(1)
        .toArray();
    // Those of a lead that is deleted since are kept.
    const [found, kept] = await Promise.all([
      Promise.all(ends.map(oldestOrNewest)),
      this.#kept.bounds('hour'),
    ]);
    const times = [...found.flat().map(({ createdAt }) => createdAt), ...kept].map((at) => at.getTime());
    // What ended in the days of the report may have come in long before.
    const first = Math.max(Math.min(...times), basis === 'received' ? from.getTime() : 0);
    const end = Math.min(Math.max(...times) + lengthMs.hour, before.getTime());
    return first < end ? daysBetween(new Date(first), new Date(end)) : [];
  }
}

// Nothing of them is kept, so that leads of suppliers that nobody asks for need not be read.
function rowsBySite({ supplierIds }: LeadReportAsk): CountedRows {
  return { keys: [...keptRows.keys, 'subId1'], supplierIds };
}

// The numbers of the hours added: as each only grows, the sum stands as long as all of them do.
function markOf(day: Piece, marks: ReadonlyMap<number, Mark>): Mark {
  const hours = hoursOf(day).map((hour) => marks.get(hour) ?? unmarked);
  return {
    n: hours.reduce((sum, { n }) => sum + n, 0),
    isSettled: hours.every(({ isSettled }) => isSettled),
  };
}

function hasAny(hours: ReadonlySet<number>, day: Piece): boolean {
  return hoursOf(day).some((hour) => hours.has(hour));
}
