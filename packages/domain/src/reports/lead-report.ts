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

type Keys = Readonly<Partial<Record<Exclude<ReportKey, 'day'>, string | null>>> & {
  /** The beginning of a span of time that lies within one day. */
  readonly day?: Date;
};
type ShownKeys = Readonly<Partial<Record<ReportKey, string | null>>>;

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

interface Sums {
  readonly numbers: Record<ReportNumber, number>;
  readonly money: Map<string, { revenue: number; cost: number }>;
}

/** The rows of a report that is grouped by these keys, with days of `zone`, and their sums. */
export function leadReportOf(
  groupBy: readonly ReportKey[],
  { leads, money }: CountedReport,
  zone: string,
): { readonly rows: readonly LeadReportRow[]; readonly totals: LeadReportTotals } {
  const rows = new Map<string, Sums & { readonly keys: ShownKeys }>();
  const totals = noSums();
  const days = new Map<number, string>();
  const dayOf = (instant: Date): string => {
    const day = days.get(instant.getTime()) ?? localDate(instant, zone);
    days.set(instant.getTime(), day);
    return day;
  };
  const rowOf = ({ day, ...others }: Keys) => {
    const keys: ShownKeys = day ? { ...others, day: dayOf(day) } : others;
    const id = JSON.stringify(groupBy.map((key) => keys[key] ?? null));
    const row = rows.get(id) ?? { keys, ...noSums() };
    rows.set(id, row);
    return row;
  };
  for (const { keys, numbers } of leads)
    for (const sums of [rowOf(keys), totals])
      for (const name of reportNumbers) sums.numbers[name] += numbers[name];
  for (const { keys, currency, revenue, cost } of money)
    for (const sums of [rowOf(keys), totals]) {
      const known = sums.money.get(currency) ?? { revenue: 0, cost: 0 };
      sums.money.set(currency, { revenue: known.revenue + revenue, cost: known.cost + cost });
    }
  const shown = [...rows.values()].filter(hasNumber).map(({ keys, ...sums }) => ({
    ...Object.fromEntries(groupBy.map((key) => [key, keys[key] ?? null])),
    ...shownSums(sums),
  }));
  return { rows: shown.sort((a, b) => inOrder(groupBy, a, b)), totals: shownSums(totals) };
}

// Money that came and went on days without leads leaves nothing to show.
function hasNumber({ numbers, money }: Sums): boolean {
  return (
    Object.values(numbers).some((number) => number !== 0) ||
    [...money.values()].some(({ revenue, cost }) => revenue !== 0 || cost !== 0)
  );
}

function localDate(instant: Date, zone: string): string {
  return new Date(localDay(instant, zone)).toISOString().slice(0, 10);
}

function noSums(): Sums {
  const numbers = Object.fromEntries(reportNumbers.map((name) => [name, 0])) as Record<ReportNumber, number>;
  return { numbers, money: new Map() };
}

function shownSums({ numbers, money }: Sums): LeadReportTotals {
  const { delivered, rejected, failed } = numbers;
  const answered = delivered + rejected + failed;
  return {
    ...numbers,
    acceptRate: answered === 0 ? null : Math.round((delivered / answered) * 10_000) / 10_000,
    money: [...money]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { revenue, cost }]) => ({
        currency,
        revenue: decimalAmount(revenue, currency),
        cost: decimalAmount(cost, currency),
        profit: decimalAmount(revenue - cost, currency),
      })),
  };
}

// A key that is missing comes last.
function inOrder(groupBy: readonly ReportKey[], a: LeadReportRow, b: LeadReportRow): number {
  for (const key of groupBy) {
    const [one, other] = [a[key] ?? '\u{10ffff}', b[key] ?? '\u{10ffff}'];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
