/** The part of a report that rows hold. */
import { reportNumbers, type ReportKey, type ReportNumber } from '@sluice/contracts';
import type { LeadRow, MoneyRow, SpanRows } from './kept-spans.js';
import type { LeadReportAsk, ReportKeys } from './report-ask.js';
import type { RowKey } from './report-stages.js';

/** The leads of a row. */
export interface CountedLeads {
  readonly keys: ReportKeys;
  readonly numbers: Readonly<Record<ReportNumber, number>>;
}

/** The money of a row in one currency, in minor units. */
export interface CountedMoney {
  readonly keys: ReportKeys;
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
}

/** Leads and money in parts: those with the same keys are to be added. */
export interface CountedReport {
  readonly leads: readonly CountedLeads[];
  readonly money: readonly CountedMoney[];
}

/** What is asked for in rows. */
export function sumRows(ask: LeadReportAsk, spans: readonly SpanRows[]): CountedReport {
  const among = filtersOf(ask);
  const isAsked = (row: LeadRow | MoneyRow) =>
    (ask.basis === 'received' || (row.at >= ask.from && row.at < ask.before)) &&
    among.every(([key, values]) => values.includes(row[key] ?? ''));
  const keysOf = (from: Date, row: LeadRow | MoneyRow): ReportKeys => {
    const keys: Record<string, string | Date | null> = {};
    for (const key of ask.groupBy)
      keys[key] = key === 'day' ? (ask.basis === 'received' ? from : row.at) : (row[key] ?? null);
    return keys;
  };
  return {
    leads: spans.flatMap(({ from, leads }) =>
      leads.filter(isAsked).map((row) => ({ keys: keysOf(from, row), numbers: numbersOf(row) })),
    ),
    money: spans.flatMap(({ from, money }) =>
      money.filter(isAsked).map((row) => {
        const { currency, revenue, cost } = row;
        return { keys: keysOf(from, row), currency, revenue, cost };
      }),
    ),
  };
}

const filterKeys = {
  campaignIds: 'campaign',
  clientIds: 'client',
  offerIds: 'offer',
  supplierIds: 'supplier',
} as const satisfies Readonly<Record<string, ReportKey>>;

function filtersOf(ask: LeadReportAsk): readonly (readonly [RowKey, readonly string[]])[] {
  return Object.entries(filterKeys).flatMap(([filter, key]) => {
    const values = ask[filter as keyof typeof filterKeys];
    return values ? [[key, [...values]] as const] : [];
  });
}

function numbersOf(row: LeadRow): Record<ReportNumber, number> {
  const numbers: Partial<Record<ReportNumber, number>> = {};
  for (const name of reportNumbers) numbers[name] = row[name] ?? 0;
  return numbers as Record<ReportNumber, number>;
}
