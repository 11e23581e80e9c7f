/** A report from its counted parts: rows in the order of their keys, with totals. */
import {
  reportNumbers,
  type LeadReportRow,
  type LeadReportTotals,
  type ReportKey,
  type ReportNumber,
} from '@sluice/contracts';
import { decimalAmount } from '../money/minor-units.js';
import { localDay } from '../time/moment.js';

type Keys = Readonly<Partial<Record<Exclude<LeadReportKey, 'day'>, string | null>>> & {
  /** The beginning of a span of time that lies within one day. */
  readonly day?: Date;
};

/** By what counted parts are put into rows: the keys that people ask for, and that of a supplier's report. */
export type LeadReportKey = ReportKey | 'sentTo';

/** A row with that key too, where it is asked for. */
export type CountedReportRow = LeadReportRow & { readonly sentTo?: string | null };

/** What was counted: leads, and money in minor units. */
export interface CountedReport {
  readonly leads: readonly {
    readonly keys: Keys;
    readonly numbers: Readonly<Record<ReportNumber, number>>;
  }[];
  readonly money: readonly {
    readonly keys: Keys;
    readonly currency: string;
    readonly revenue: number;
    readonly cost: number;
  }[];
}

/** Sums in minor units, of which a month may have tens of thousands. */
interface Sums {
  readonly numbers: Record<ReportNumber, number>;
  readonly money: { readonly currency: string; revenue: number; cost: number }[];
}

/** The rows of a report that is grouped by these keys, with days of `zone`, and their sums. */
export function leadReportOf(
  groupBy: readonly LeadReportKey[],
  { leads, money }: CountedReport,
  zone: string,
): { readonly rows: readonly CountedReportRow[]; readonly totals: LeadReportTotals } {
  const rows = new Map<string, Sums & { readonly keys: readonly (string | null)[] }>();
  const totals = noSums();
  const days = new Map<number, string>();
  const dayOf = (instant: Date): string => {
    const day = days.get(instant.getTime()) ?? localDate(instant, zone);
    days.set(instant.getTime(), day);
    return day;
  };
  const rowOf = (of: Keys) => {
    const keys = groupBy.map((key) => (key === 'day' ? of.day && dayOf(of.day) : of[key]) ?? null);
    const id = JSON.stringify(keys);
    let row = rows.get(id);
    if (!row) rows.set(id, (row = { keys, ...noSums() }));
    return row;
  };
  for (const { keys, numbers } of leads) {
    addNumbers(totals, numbers);
    addNumbers(rowOf(keys), numbers);
  }
  for (const entry of money) {
    addMoney(totals, entry);
    addMoney(rowOf(entry.keys), entry);
  }
  const shown = [...rows.values()]
    .filter(hasNumber)
    .sort((a, b) => inOrder(a.keys, b.keys))
    .map((row) => {
      const shownKeys: Record<string, string | null> = {};
      for (const [place, key] of groupBy.entries()) shownKeys[key] = row.keys[place] ?? null;
      return shownSums(shownKeys, row);
    });
  return { rows: shown, totals: shownSums({}, totals) };
}

function noSums(): Sums {
  const numbers: Partial<Record<ReportNumber, number>> = {};
  for (const name of reportNumbers) numbers[name] = 0;
  return { numbers: numbers as Record<ReportNumber, number>, money: [] };
}

function addNumbers({ numbers }: Sums, more: Readonly<Record<ReportNumber, number>>): void {
  for (const name of reportNumbers) numbers[name] += more[name];
}

function addMoney({ money }: Sums, { currency, revenue, cost }: CountedReport['money'][number]): void {
  const known = money.find((sum) => sum.currency === currency);
  if (!known) money.push({ currency, revenue, cost });
  else {
    known.revenue += revenue;
    known.cost += cost;
  }
}

// Money that came and went on days without leads leaves nothing to show.
function hasNumber({ numbers, money }: Sums): boolean {
  return (
    reportNumbers.some((name) => numbers[name] !== 0) ||
    money.some(({ revenue, cost }) => revenue !== 0 || cost !== 0)
  );
}

function localDate(instant: Date, zone: string): string {
  return new Date(localDay(instant, zone)).toISOString().slice(0, 10);
}

// Adds the sums to an object. For thousands of rows, copies of objects take ten times as long.
function shownSums<Shown extends object>(shown: Shown, { numbers, money }: Sums): Shown & LeadReportTotals {
  const row = shown as Shown & { -readonly [Name in keyof LeadReportTotals]: LeadReportTotals[Name] };
  for (const name of reportNumbers) row[name] = numbers[name];
  const { delivered, rejected, failed } = numbers;
  const answered = delivered + rejected + failed;
  row.acceptRate = answered === 0 ? null : Math.round((delivered / answered) * 10_000) / 10_000;
  row.money = money
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, revenue, cost }) => ({
      currency,
      revenue: decimalAmount(revenue, currency),
      cost: decimalAmount(cost, currency),
      profit: decimalAmount(revenue - cost, currency),
    }));
  return row;
}

// A key that is missing comes last.
function inOrder(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  const place = a.findIndex((key, at) => key !== b[at]);
  const [one, other] = [a[place] ?? '\u{10ffff}', b[place] ?? '\u{10ffff}'];
  return place < 0 ? 0 : one < other ? -1 : 1;
}
