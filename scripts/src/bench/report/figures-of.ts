/** Reads single figures from the measurements of a run, and formats them. */
import { summarise, type Summary } from '../measure/statistics.js';
import type { ScenarioName } from '../options.js';
import type { Samples } from '../run-rounds.js';

/** A figure, identified by its scenario and its name there. */
export type FigureName = `${ScenarioName}.${string}`;

/** The unit of a figure. Processor time is measured in microseconds and shown in milliseconds. */
export type Unit = 'perSecond' | 'ms' | 'usAsMs' | 'us' | 'mb' | 'seconds' | 'ratio' | 'times' | 'count';

export const NOT_MEASURED = 'not measured';

/** The figure over all rounds; undefined if no round measured it. */
export function summaryOf(samples: Samples, name: FigureName): Summary | undefined {
  const dot = name.indexOf('.');
  return summarise(samples[name.slice(0, dot) as ScenarioName]?.[name.slice(dot + 1)] ?? []);
}

/** The median with its unit, and the range if rounds differ: `2,515/s (2,480–2,530)`. */
export function summaryText(summary: Summary | undefined, unit: Unit): string {
  if (!summary) return NOT_MEASURED;
  const [median, least, most] = [summary.median, summary.least, summary.most].map((value) =>
    numberText(value, unit),
  ) as [string, string, string];
  const range = least === most ? '' : ` (${least}–${most})`;
  return `${median}${suffixes[unit]}${range}`;
}

const suffixes: Readonly<Record<Unit, string>> = {
  perSecond: '/s',
  ms: ' ms',
  usAsMs: ' ms',
  us: ' µs',
  mb: ' MB',
  seconds: ' s',
  ratio: '',
  times: ' ×',
  count: '',
};

/** A number with its significant digits, without its unit. */
export function numberText(value: number, unit: Unit): string {
  const shown = unit === 'usAsMs' ? value / 1_000 : value;
  const digits =
    unit === 'ratio' || unit === 'times' || (unit === 'usAsMs' && shown < 10) ? 2 : shown < 20 ? 1 : 0;
  const fixed = unit === 'us' || unit === 'perSecond' ? 0 : digits;
  return shown.toLocaleString('en-US', { minimumFractionDigits: fixed, maximumFractionDigits: fixed });
}
