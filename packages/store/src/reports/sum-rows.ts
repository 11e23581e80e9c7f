/** The part of a report that rows hold: of rows in memory, and of kept rows, which the database adds up. */
import { reportNumbers, type ReportKey, type ReportNumber } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { KeptSpans, LeadRow, MoneyRow, SpanRows } from './kept-spans.js';
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
  const keysOf = (from: Date, row: LeadRow | MoneyRow): ReportKeys =>
    Object.fromEntries(
      ask.groupBy.map((key) => [
        key,
        key === 'day' ? (ask.basis === 'received' ? from : row.at) : (row[key] ?? null),
      ]),
    );
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

/** The same of the kept rows of these days. */
export async function sumKept(
  ask: LeadReportAsk,
  kept: KeptSpans,
  days: readonly Date[],
): Promise<CountedReport> {
  if (days.length === 0) return { leads: [], money: [] };
  const sum = (name: string) => [name, { $sum: `$row.${name}` }] as const;
  const [leads, money] = await Promise.all([
    kept.aggregate<Partial<Record<ReportNumber, number>> & { readonly _id: ReportKeys }>(
      `day in ${ask.zone}`,
      days,
      stages(ask, 'leads', {}, Object.fromEntries(reportNumbers.map(sum))),
    ),
    kept.aggregate<
      Pick<CountedMoney, 'revenue' | 'cost'> & { readonly _id: ReportKeys & { readonly currency: string } }
    >(
      `day in ${ask.zone}`,
      days,
      stages(ask, 'money', { currency: '$row.currency' }, Object.fromEntries(['revenue', 'cost'].map(sum))),
    ),
  ]);
  return {
    leads: leads.map(({ _id: keys, ...numbers }) => ({ keys, numbers: numbersOf(numbers) })),
    money: money.map(({ _id: { currency, ...keys }, ...sums }) => ({ keys, currency, ...sums })),
  };
}

function stages(ask: LeadReportAsk, of: 'leads' | 'money', more: Document, sums: Document): Document[] {
  const { groupBy, basis, from, before } = ask;
  const among = filtersOf(ask).map(([key, values]) => [`row.${key}`, { $in: values }] as const);
  const day = basis === 'received' ? '$from' : '$row.at';
  const keys = groupBy.map((key) => [key, key === 'day' ? day : { $ifNull: [`$row.${key}`, null] }] as const);
  return [
    { $project: { _id: 0, from: 1, row: `$${of}` } },
    { $unwind: '$row' },
    {
      $match: {
        ...(basis === 'occurred' && { 'row.at': { $gte: from, $lt: before } }),
        ...Object.fromEntries(among),
      },
    },
    { $group: { _id: { ...Object.fromEntries(keys), ...more }, ...sums } },
  ];
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

function numbersOf(some: Readonly<Partial<Record<ReportNumber, number>>>): Record<ReportNumber, number> {
  return Object.fromEntries(reportNumbers.map((name) => [name, some[name] ?? 0])) as Record<
    ReportNumber,
    number
  >;
}
