/** The leads of each day, by what became of them. */
import type { LeadReportRow, ReportNumber } from '@sluice/contracts';
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
// One point per day; a longer range would be a surface.
const MOST_DAYS = 400;

interface DaysChartProps {
  readonly rows: readonly LeadReportRow[];
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

export function DaysChart({ rows, from, to }: DaysChartProps) {
  const zone = useZone();
  const days = daysOf(from, to);
  if (rows.length === 0 || days.length === 0) return <Empty title="No leads in these days" />;
  if (days.length > MOST_DAYS)
    return <Empty title="Too many days for a chart">The table has all of them.</Empty>;
  const ofDay = new Map(rows.map((row) => [row.day, row]));
  const series: Series[] = shown.map(([name, tone]) => ({
    label: name,
    tone,
    values: days.map((day) => ofDay.get(day)?.[name] ?? 0),
  }));
  const times = days.map((day) => (beginningOf(zone, day)?.getTime() ?? 0) / 1000);
  return <Chart label="Leads by day and outcome" times={times} series={series} stacked />;
}

// Days without leads have no row, but a point.
function daysOf(from: string, to: string): readonly string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)].map((ms) => Math.floor(ms / 86_400_000));
  if (!Number.isFinite(first) || !Number.isFinite(last)) return [];
  const count = Math.min(MOST_DAYS + 1, Math.max(0, Number(last) - Number(first) + 1));
  return Array.from({ length: count }, (_, n) =>
    new Date((Number(first) + n) * 86_400_000).toISOString().slice(0, 10),
  );
}
