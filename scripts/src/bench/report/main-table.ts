/** The main table of a run: Sluice next to its yardsticks, line by line, each with its goal. */
import { GROWN_CAMPAIGNS, TIMES_AS_LONG } from '../options.js';
import type { Samples } from '../run-rounds.js';
import { summaryOf, summaryText, type FigureName, type Unit } from './figures-of.js';

/** A goal: a bound on the figure itself, or on its ratio to a yardstick. */
interface Goal {
  readonly of: 'figure' | 'floor' | 'batches';
  readonly atLeast?: number;
  readonly atMost?: number;
}

interface Line {
  readonly name: string;
  readonly unit: Unit;
  readonly sluice: FigureName;
  readonly floor?: FigureName;
  readonly batches?: FigureName;
  readonly naive?: FigureName;
  readonly goals?: readonly Goal[];
}

/** A line to show. Cells without a meaning are empty. */
export interface TableLine {
  readonly name: string;
  readonly floor: string;
  readonly batches: string;
  readonly naive: string;
  readonly sluice: string;
  readonly ofFloor: string;
  readonly ofBatches: string;
  readonly goal: string;
  /** Undefined if there is no goal, or nothing was measured. */
  readonly reached: boolean | undefined;
}

const ofAll = (figure: string) =>
  ({ floor: `floor.${figure}`, batches: `batches.${figure}`, naive: `naive.${figure}` }) as const;

const lines: readonly Line[] = [
  {
    name: 'ingest, workers stopped',
    unit: 'perSecond',
    ...ofAll('ingestStopped'),
    sluice: 'sluice.ingestStopped',
    goals: [{ of: 'floor', atLeast: 0.5 }],
  },
  {
    name: 'its p99',
    unit: 'ms',
    ...ofAll('ingestStoppedP99Ms'),
    sluice: 'sluice.ingestStoppedP99Ms',
    goals: [{ of: 'floor', atMost: 2 }],
  },
  {
    name: 'ingest, all workers running',
    unit: 'perSecond',
    ...ofAll('ingest'),
    sluice: 'sluice.ingest',
    goals: [{ of: 'floor', atLeast: 0.35 }],
  },
  { name: 'its p99', unit: 'ms', ...ofAll('ingestP99Ms'), sluice: 'sluice.ingestP99Ms' },
  {
    name: 'end to end',
    unit: 'perSecond',
    ...ofAll('endToEnd'),
    sluice: 'sluice.endToEnd',
    goals: [
      { of: 'floor', atLeast: 0.34 },
      { of: 'batches', atLeast: 0.75 },
    ],
  },
  {
    name: `end to end, ${TIMES_AS_LONG} times as many leads`,
    unit: 'perSecond',
    floor: 'floor.endToEnd',
    sluice: 'long.endToEnd',
    goals: [{ of: 'floor', atLeast: 0.34 }],
  },
  {
    name: 'processor time a lead',
    unit: 'usAsMs',
    ...ofAll('cpuUs.total'),
    sluice: 'sluice.cpuUs.total',
    goals: [{ of: 'figure', atMost: 1_900 }],
  },
  {
    name: 'until the last effect is done (1 pixel, 4 webhooks a lead)',
    unit: 'perSecond',
    floor: 'floor.endToEnd',
    sluice: 'effects.effectsDone',
    goals: [{ of: 'floor', atLeast: 0.18 }],
  },
  {
    name: 'processor time a lead with them',
    unit: 'usAsMs',
    floor: 'floor.cpuUs.total',
    sluice: 'effects.cpuUs.total',
    goals: [{ of: 'figure', atMost: 5_000 }],
  },
  {
    name: 'reaching the buyer with effects on',
    unit: 'perSecond',
    floor: 'floor.endToEnd',
    sluice: 'effects.atBuyer',
    goals: [{ of: 'floor', atLeast: 0.35 }],
  },
  {
    name: 'processor time of a lead that two buyers refuse and the third buys, of one bought at once',
    unit: 'times',
    sluice: 'refusals.times',
    goals: [{ of: 'figure', atMost: 2 }],
  },
  {
    name: 'that, with webhooks',
    unit: 'times',
    sluice: 'refusals.hookedTimes',
    goals: [{ of: 'figure', atMost: 2.4 }],
  },
  {
    name: "A's burst beside B's trickle, of A's rate alone",
    unit: 'ratio',
    sluice: 'neighbour.rateKept',
    goals: [{ of: 'figure', atLeast: 0.85 }],
  },
  { name: 'B quiet: to its 202, p95', unit: 'ms', sluice: 'neighbour.quietAcceptedP95Ms' },
  { name: 'B quiet: to its buyer, p95', unit: 'ms', sluice: 'neighbour.quietAtBuyerP95Ms' },
  { name: 'B beside A: to its 202, p95', unit: 'ms', sluice: 'neighbour.besideAcceptedP95Ms' },
  {
    name: 'that, of what it is quiet',
    unit: 'times',
    sluice: 'neighbour.acceptedTimes',
    goals: [{ of: 'figure', atMost: 12 }],
  },
  { name: 'B beside A: to its buyer, p95', unit: 'ms', sluice: 'neighbour.besideAtBuyerP95Ms' },
  {
    name: 'that, of what it is quiet',
    unit: 'times',
    sluice: 'neighbour.atBuyerTimes',
    goals: [{ of: 'figure', atMost: 12 }],
  },
  {
    name: "lone lead, from its 202 to the buyer's socket",
    unit: 'ms',
    sluice: 'lone.atBuyerP50Ms',
    goals: [{ of: 'figure', atMost: 15 }],
  },
  {
    name: 'processor time a lead after a quiet minute, of what it was before',
    unit: 'times',
    sluice: 'quiet.cpuTimes',
  },
  {
    name: 'largest worker resident',
    unit: 'mb',
    sluice: 'memory.largestWorker',
    goals: [{ of: 'figure', atMost: 175 }],
  },
  {
    name: 'gateway or dashboard resident, the larger',
    unit: 'mb',
    sluice: 'memory.largestServer',
    goals: [{ of: 'figure', atMost: 220 }],
  },
  {
    name: '`sluice send examples/leads.csv`, start to counts',
    unit: 'seconds',
    sluice: 'send.seconds',
    goals: [{ of: 'figure', atMost: 5 }],
  },
  {
    name: 'end to end, in a grown store',
    unit: 'perSecond',
    floor: 'floor.endToEnd',
    sluice: 'growth.endToEnd',
  },
  { name: 'processor time a lead, in a grown store', unit: 'usAsMs', sluice: 'growth.cpuUs.total' },
  {
    name: 'that, of what it is in a small store',
    unit: 'times',
    sluice: 'growth.cpuTimes',
    goals: [{ of: 'figure', atMost: 1.3 }],
  },
  {
    name: `and of a burst over all of its ${GROWN_CAMPAIGNS} campaigns`,
    unit: 'times',
    sluice: 'growth.spreadCpuTimes',
    goals: [{ of: 'figure', atMost: 1.3 }],
  },
  {
    name: 'report of a month by day and campaign, in a grown store',
    unit: 'ms',
    sluice: 'growth.report.keptMs',
    goals: [{ of: 'figure', atMost: 1_000 }],
  },
  {
    name: 'the first one, of which nothing is kept',
    unit: 'ms',
    sluice: 'growth.report.firstMs',
    goals: [{ of: 'figure', atMost: 10_000 }],
  },
];

/** The table of a run's measurements. */
export function mainTable(samples: Samples): readonly TableLine[] {
  return lines.map((line) => {
    const cell = (name: FigureName | undefined) =>
      name === undefined ? '' : summaryText(summaryOf(samples, name), line.unit);
    const sluice = summaryOf(samples, line.sluice)?.median;
    const ratioTo = (name: FigureName | undefined) => {
      const yardstick = name && summaryOf(samples, name)?.median;
      return sluice !== undefined && yardstick ? sluice / yardstick : undefined;
    };
    const values = { figure: sluice, floor: ratioTo(line.floor), batches: ratioTo(line.batches) };
    return {
      name: line.name,
      floor: cell(line.floor),
      batches: cell(line.batches),
      naive: cell(line.naive),
      sluice: cell(line.sluice),
      ofFloor: ratioText(values.floor),
      ofBatches: ratioText(values.batches),
      goal: (line.goals ?? []).map((goal) => goalText(goal, line.unit)).join(', '),
      reached: areReached(line.goals ?? [], values),
    };
  });
}

/** A ratio as a factor: `0.45 ×`; empty without one. */
function ratioText(ratio: number | undefined): string {
  return ratio === undefined ? '' : `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`;
}

const yardsticks = { floor: ' the floor', batches: ' bare batches' } as const;

function goalText({ of, atLeast, atMost }: Goal, unit: Unit): string {
  const bound = atLeast ?? atMost ?? 0;
  const sign = atLeast === undefined ? '≤' : '≥';
  if (of !== 'figure') return `${sign} ${ratioText(bound)}${yardsticks[of]}`;
  return `${sign} ${summaryText({ median: bound, least: bound, most: bound }, unit)}`;
}

function areReached(
  goals: readonly Goal[],
  values: Readonly<Record<Goal['of'], number | undefined>>,
): boolean | undefined {
  const measured = goals.flatMap(({ of, atLeast = -Infinity, atMost = Infinity }) => {
    const value = values[of];
    return value === undefined ? [] : [value >= atLeast && value <= atMost];
  });
  if (measured.length < goals.length || goals.length === 0) return undefined;
  return measured.every((reached) => reached);
}
