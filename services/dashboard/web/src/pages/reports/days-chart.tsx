/** The leads of each day by what became of them, and what they earned, as bars. */
import type { LeadReportRow, ReportNumber } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Chart, type Series, type SeriesTone } from '../../components/chart.js';
import { beginningOf } from '../../components/day-in-zone.js';
import { Empty } from '../../components/states.js';
import { useZone } from '../../components/zone.js';

const shown: readonly (readonly [ReportNumber, SeriesTone])[] = [
  ['delivered', 'good'],
  ['duplicate', '4'],
  ['disqualified', '3'],
  ['rejected', 'warn'],
  ['failed', 'bad'],
  ['error', '2'],
  ['pending', '1'],
];
// One bar per day; more would be thinner than the gaps between them.
const MOST_DAYS = 400;

interface DaysChartProps {
  readonly rows: readonly LeadReportRow[];
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

export function LeadsByDay({ rows, from, to }: DaysChartProps) {
  // What no lead came to says nothing.
  const named = shown.filter(([name]) => rows.some((row) => row[name] > 0));
  const seriesOf = (days: Days): readonly Series[] =>
    named.map(([name, tone]) => ({
      label: name,
      tone,
      values: days.map((row) => row?.[name] ?? 0),
    }));
  if (named.length === 0) return <Empty title="No leads in these days" />;
  return <ByDay label="Leads by day and outcome" {...{ rows, from, to, seriesOf }} />;
}

export function RevenueByDay({ rows, from, to, currency }: DaysChartProps & { readonly currency: string }) {
  const revenueOf = (row: LeadReportRow | undefined) =>
    row?.money.find((money) => money.currency === currency)?.revenue ?? 0;
  const seriesOf = (days: Days): readonly Series[] => [
    { label: 'revenue', tone: 'good', values: days.map(revenueOf) },
  ];
  const write = (amount: number) => moneyText(amount, currency);
  return <ByDay label={`Revenue by day in ${currency}`} {...{ rows, from, to, seriesOf, write }} />;
}

/** How many percent of the leads of each day were delivered. */
export function AcceptanceByDay({ rows, from, to }: DaysChartProps) {
  const percentOf = (row: LeadReportRow | undefined) =>
    row && row.received > 0 ? Math.round((row.delivered / row.received) * 100) : 0;
  const seriesOf = (days: Days): readonly Series[] => [
    { label: 'delivered', tone: 'good', values: days.map(percentOf) },
  ];
  if (rows.length === 0) return <Empty title="No leads in these days" />;
  const write = (percent: number) => `${percent} %`;
  return <ByDay label="Delivered leads by day, in percent" {...{ rows, from, to, seriesOf, write }} />;
}

type Days = readonly (LeadReportRow | undefined)[];

interface ByDayProps extends DaysChartProps {
  readonly label: string;
  readonly seriesOf: (days: Days) => readonly Series[];
  readonly write?: (value: number) => string;
}

function ByDay({ label, rows, from, to, seriesOf, write }: ByDayProps) {
  const zone = useZone();
  const days = daysOf(from, to);
  if (days.length > MOST_DAYS)
    return <Empty title="Too many days for a chart">The table has all of them.</Empty>;
  const ofDay = new Map(rows.map((row) => [row.day, row]));
  const times = days.map((day) => (beginningOf(zone, day)?.getTime() ?? 0) / 1000);
  const series = seriesOf(days.map((day) => ofDay.get(day)));
  return <Chart label={label} times={times} series={series} stacked bars {...(write && { write })} />;
}

// Days without leads have no row, but a place.
function daysOf(from: string, to: string): readonly string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)].map((ms) => Math.floor(ms / 86_400_000));
  if (!Number.isFinite(first) || !Number.isFinite(last)) return [];
  const count = Math.min(MOST_DAYS + 1, Math.max(0, Number(last) - Number(first) + 1));
  return Array.from({ length: count }, (_, n) =>
    new Date((Number(first) + n) * 86_400_000).toISOString().slice(0, 10),
  );
}
