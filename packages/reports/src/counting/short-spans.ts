/**
 * Days that are still changing, and closed ones, by their hours: hours whose mark stands as it stood when they were
 * counted are read from the kept rows, all others are counted, and kept if their mark is settled.
 */
import { addedRows } from './added-rows.js';
import { countSpans, type Counted } from './count-spans.js';
import type { CountedSpan, KeptSpans, LeadRow, MoneyRow } from './kept-spans.js';
import type { Piece } from './pieces.js';
import type { Mark, ReportMarks } from '@sluice/store';
import type { CountedRows } from './report-stages.js';
import { beginningsOf, dayAt, hourOf, lengthMs, shortSpans, spanOf, type ShortSpan } from './spans.js';

/** The rows that are kept. */
export const keptRows: CountedRows = {
  keys: ['campaign', 'placedCampaign', 'client', 'offer', 'supplier', 'sentTo'],
};

/** The mark of an hour that nobody marked. */
export const unmarked: Mark = { n: 0, isSettled: true };
/** The number of no mark: what is kept under it does not hold. */
const NEVER = -1;
const HOUR_MS = lengthMs.hour;

/** What is counted, and of whom. */
export interface Counter {
  readonly of: Counted;
  readonly tenantId: string;
  /** One query counts about as many leads. */
  readonly piece: number;
}

/** The rows of a day, and whether they may be kept under its marks. */
export interface DayRows {
  readonly leads: readonly LeadRow[];
  readonly money: readonly MoneyRow[];
  readonly isSettled: boolean;
}

/** The short spans of one tenant. */
export class ShortSpans {
  readonly #counter: Counter;
  readonly #kept: KeptSpans;
  readonly #marks: ReportMarks;

  constructor(counter: Counter, kept: KeptSpans, marks: ReportMarks) {
    this.#counter = counter;
    this.#kept = kept;
    this.#marks = marks;
  }

  /**
   * The rows of a day, added up from its spans. `rows` other than those that are kept are counted anew; leads of closed
   * hours do not have their keys. What ended later is told by `later`, the days from this one on.
   */
  async ofDay(
    day: Piece,
    name: ShortSpan,
    marks: ReadonlyMap<number, Mark>,
    later: readonly Piece[],
    rows: CountedRows = keptRows,
  ): Promise<DayRows> {
    const isKept = rows === keptRows;
    const kept = await this.#kept.find(name, day.from, day.before);
    const [stale, standing]: [Stale[], Date[]] = [[], []];
    for (const from of beginningsOf(name, day)) {
      const mark = marks.get(hourOf(from)) ?? unmarked;
      if (isKept && kept.get(from.getTime())?.n === mark.n) standing.push(from);
      else stale.push({ from, mark });
    }
    const [read, counted] = await Promise.all([
      this.#kept.read(name, standing),
      this.#count(name, stale, rows),
    ]);
    const all = [...read, ...counted];
    return {
      leads: addedRows(
        all.flatMap(({ leads }) => leads.map((row) => ({ ...row, at: dayAt(row.at, later) }))),
      ),
      money: addedRows(
        all.flatMap(({ money }) => money.map((row) => ({ ...row, at: dayAt(row.at, later) }))),
      ),
      isSettled: counted.every(({ isSettled }) => isSettled),
    };
  }

  /** See {@link LeadReports.close}. */
  async close(receivedAt: readonly Date[]): Promise<void> {
    const hours = [...new Set(receivedAt.map(hourOf))].map((hour) => new Date(hour));
    for (const name of shortSpans)
      for (const from of hours) {
        const hour = { from, before: new Date(from.getTime() + HOUR_MS) };
        const spans = beginningsOf(name, hour);
        if ((await this.#kept.closedLeads(name, spans)).size === spans.length) continue;
        const marks = await this.#marks.read(hour.from, hour.before);
        const { n, isSettled } = marks.get(from.getTime()) ?? unmarked;
        const counted = await this.#counted(name, hour, keptRows);
        await this.#kept.close(
          name,
          spans.map((span) => {
            const { from: begins, leads, money } = counted.get(span.getTime()) ?? nothing(span);
            return { from: begins, leads, money, n: isSettled ? n : NEVER };
          }),
        );
      }
  }

  async #count(
    name: ShortSpan,
    stale: readonly Stale[],
    rows: CountedRows,
  ): Promise<readonly (CountedSpan & { readonly isSettled: boolean })[]> {
    const [first, last] = [stale[0], stale.at(-1)];
    if (!first || !last) return [];
    const range = { from: first.from, before: new Date(last.from.getTime() + lengthMs[name]) };
    const counted = await this.#counted(name, range, rows);
    // Read after the count: some may have been closed, and their leads deleted, while they were counted.
    const closed = await this.#kept.closedLeads(
      name,
      stale.map(({ from }) => from),
    );
    const spans = stale.map(({ from, mark }) => {
      const { isMoving = false, ...rows } = counted.get(from.getTime()) ?? nothing(from);
      const leads = closed.get(from.getTime()) ?? rows.leads;
      return { ...rows, leads, n: mark.n, isSettled: mark.isSettled && !isMoving };
    });
    if (rows === keptRows) {
      const settled = spans.filter(({ isSettled }) => isSettled).map(({ isSettled: _, ...span }) => span);
      const isClosed = ({ from }: CountedSpan) => closed.has(from.getTime());
      await this.#kept.keepMoney(name, settled.filter(isClosed));
      await this.#kept.keep(
        name,
        settled.filter((span) => !isClosed(span)),
      );
    }
    return spans;
  }

  #counted(name: ShortSpan, range: Piece, rows: CountedRows) {
    const { of, tenantId, piece } = this.#counter;
    return countSpans(of, { tenantId, rows, span: spanOf(name) }, range, piece);
  }
}

/** A span that is counted now. */
interface Stale {
  readonly from: Date;
  readonly mark: Mark;
}

function nothing(from: Date) {
  return { from, leads: [], money: [], isMoving: false };
}
