/** The table of a run: Sluice next to its yardsticks, line by line, each with its goal. */
import { summarise, type Summary } from '../measure/statistics.js';
import type { ScenarioName } from '../options.js';
import type { Samples } from '../rounds.js';

type Unit = '/s' | ' ms' | ' µs' | ' MB' | ' ×';
type Yardstick = 'floor' | 'batches';

/** A bound on a figure, or on its ratio to a yardstick's. */
interface Goal {
  readonly of?: Yardstick;
  readonly atLeast?: number;
  readonly atMost?: number;
}

interface Line {
  readonly name: string;
  readonly unit: Unit;
  readonly figure: `${ScenarioName}.${string}`;
  /** The yardsticks' figure, if they have one. */
  readonly yardstick?: string;
  readonly goals?: readonly Goal[];
}

const atLeast = (bound: number, of?: Yardstick): Goal => ({ atLeast: bound, ...(of && { of }) });
const atMost = (bound: number, of?: Yardstick): Goal => ({ atMost: bound, ...(of && { of }) });

function line(
  name: string,
  unit: Unit,
  [figure, yardstick]: readonly [`${ScenarioName}.${string}`, string?],
  ...goals: readonly Goal[]
): Line {
  return { name, unit, figure, ...(yardstick && { yardstick }), goals };
}

const lines: readonly Line[] = [
  line('ingest, workers stopped', '/s', ['sluice.stopped.ingest', 'stopped.ingest'], atLeast(0.5, 'floor')),
  line('its p99', ' ms', ['sluice.stopped.ingestP99Ms', 'stopped.ingestP99Ms'], atMost(2, 'floor')),
  line('ingest, workers running', '/s', ['sluice.ingest', 'ingest'], atLeast(0.35, 'floor')),
  line('its p99', ' ms', ['sluice.ingestP99Ms', 'ingestP99Ms']),
  line(
    'end to end: last lead at its buyer',
    '/s',
    ['sluice.endToEnd', 'endToEnd'],
    atLeast(0.34, 'floor'),
    atLeast(0.75, 'batches'),
  ),
  line(
    '1 pixel, 4 webhooks a lead: last effect done',
    '/s',
    ['effects.allDone', 'endToEnd'],
    atLeast(0.18, 'floor'),
  ),
  line('with them, last lead at its buyer', '/s', ['effects.endToEnd', 'endToEnd'], atLeast(0.35, 'floor')),
  line('lone lead, from its 202 to its buyer, median', ' ms', ['neighbour.loneMs'], atMost(15)),
  line('single leads, to the 202, p95', ' ms', ['neighbour.quiet.accepted']),
  line("beside a neighbour's burst", ' ms', ['neighbour.beside.accepted']),
  line('of the quiet one', ' ×', ['neighbour.times.accepted'], atMost(12)),
  line('single leads, to the buyer, p95', ' ms', ['neighbour.quiet.atBuyer']),
  line("beside a neighbour's burst", ' ms', ['neighbour.beside.atBuyer']),
  line('of the quiet one', ' ×', ['neighbour.times.atBuyer'], atMost(12)),
  line('processor time a lead', ' µs', ['sluice.cpuUs.total', 'cpuUs.total'], atMost(1_900)),
];

const linesAfterServices: readonly Line[] = [
  line('load and buyer of the bench, not in it', ' µs', ['sluice.loadUs', 'loadUs']),
  line(
    'processor time a lead with its effects',
    ' µs',
    ['effects.cpuUs.total', 'cpuUs.total'],
    atMost(5_000),
  ),
  line(
    'two buyers refuse, the third buys: processor time of a lead bought at once',
    ' ×',
    ['refusals.times'],
    atMost(2),
  ),
  line('that, with webhooks', ' ×', ['refusals.hookedTimes'], atMost(2.4)),
  line('largest worker, resident', ' MB', ['memory.worker'], atMost(175)),
  line('gateway, resident', ' MB', ['memory.gateway'], atMost(220)),
  line('dashboard, resident', ' MB', ['memory.dashboard'], atMost(220)),
  line('grown store: end to end', '/s', ['growth.endToEnd', 'endToEnd']),
  line('grown store: processor time of a lead in a small one', ' ×', ['growth.times'], atMost(1.3)),
  line(
    'grown store: first report of a month by day and campaign',
    ' ms',
    ['growth.report.firstMs'],
    atMost(10_000),
  ),
  line('the same again', ' ms', ['growth.report.keptMs'], atMost(1_000)),
];

/** The rows of the table, its head first. */
export function tableOf(samples: Samples): readonly (readonly string[])[] {
  const services = Object.keys(samples.sluice ?? {}).filter((name) => /^cpuUs\.(?!total)/.test(name));
  const ofServices = services.map((name) => line(name.slice(6), ' µs', [`sluice.${name}`, name]));
  const head = ['', 'floor', 'bare batches', 'Sluice', 'of the floor', 'of bare', 'goal', ''];
  return [head, ...[...lines, ...ofServices, ...linesAfterServices].map((one) => rowOf(one, samples))];
}

function rowOf({ name, unit, figure, yardstick, goals = [] }: Line, samples: Samples): readonly string[] {
  const of = (scenario: string, of: string) => summarise(samples[scenario as ScenarioName]?.[of]);
  const [scenario = '', ...path] = figure.split('.');
  const own = of(scenario, path.join('.'));
  const [floor, batches] = (['floor', 'batches'] as const).map((one) => yardstick && of(one, yardstick)) as [
    Summary?,
    Summary?,
  ];
  const ratioTo = (other?: Summary) => (own && other ? own.median / other.median : undefined);
  const values = { itself: own?.median, floor: ratioTo(floor), batches: ratioTo(batches) };
  const reached = goals.map(
    ({ of: to = 'itself' as const, atLeast: least = -Infinity, atMost: most = Infinity }) => {
      const value = values[to];
      return value === undefined ? undefined : value >= least && value <= most;
    },
  );
  const verdict =
    reached.length === 0 || reached.includes(undefined) ? '' : reached.includes(false) ? 'missed' : 'reached';
  const ratio = (value?: number) => (value === undefined ? '' : numberText(value, ' ×'));
  return [
    name,
    floor ? summaryText(floor, unit) : '',
    batches ? summaryText(batches, unit) : '',
    own ? summaryText(own, unit) : 'not measured',
    ratio(values.floor),
    ratio(values.batches),
    goals.map((goal) => goalText(goal, unit)).join(', '),
    verdict,
  ];
}

function goalText({ of, atLeast: least, atMost: most = 0 }: Goal, unit: Unit): string {
  const bound = numberText(least ?? most, of ? ' ×' : unit);
  const to = of && { floor: ' the floor', batches: ' bare batches' }[of];
  return `${least === undefined ? '≤' : '≥'} ${bound}${to ?? ''}`;
}

/** The median with its unit, and the range if rounds differ: `2,515/s (2,480–2,530)`. */
function summaryText({ median, least, most }: Summary, unit: Unit): string {
  const [low, high] = [numberText(least, unit), numberText(most, unit)].map((text) =>
    text.slice(0, -unit.length),
  );
  return `${numberText(median, unit)}${low === high ? '' : ` (${low}–${high})`}`;
}

/** A number with its unit. */
export function numberText(value: number, unit: Unit): string {
  const digits = unit === ' ×' ? 2 : unit === ' ms' && value < 20 ? 1 : 0;
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${text}${unit}`;
}
