/** Stored figures as a row of even steps, including steps in which nothing happened. */
import type { FigurePoint } from '@sluice/contracts';
import { addLeadFigures, type LeadFigures, type WaitFigures } from '@sluice/reports';
import { quantileMs } from '@sluice/store';

/** The steps of a row; the first one contains `from`. */
export interface Steps {
  readonly from: Date;
  readonly until: Date;
  readonly stepMs: number;
}

/** `leads` and `waits` as a row of these steps, oldest first. */
export function figurePoints(
  { from, until, stepMs }: Steps,
  leads: readonly LeadFigures[],
  waits: readonly WaitFigures[],
): FigurePoint[] {
  const stepOf = (at: Date) => Math.floor(at.getTime() / stepMs);
  const [first, last] = [stepOf(from), stepOf(until)];
  const leadsOf = byStep(leads, stepOf);
  const waitsOf = byStep(waits, stepOf);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    point(
      new Date((first + index) * stepMs),
      leadsOf.get(first + index) ?? [],
      waitsOf.get(first + index) ?? [],
    ),
  );
}

function byStep<T extends { readonly at: Date }>(
  figures: readonly T[],
  stepOf: (at: Date) => number,
): ReadonlyMap<number, readonly T[]> {
  const steps = new Map<number, T[]>();
  for (const figure of figures) {
    const step = stepOf(figure.at);
    const together = steps.get(step);
    if (together) together.push(figure);
    else steps.set(step, [figure]);
  }
  return steps;
}

function point(at: Date, leads: readonly LeadFigures[], waits: readonly WaitFigures[]): FigurePoint {
  const { accepted, ended, times } = addLeadFigures(at, leads);
  const [p50Ms, p95Ms] = [quantileMs(times, 0.5), quantileMs(times, 0.95)];
  const stages: FigurePoint['stages'] = {};
  for (const figures of waits)
    for (const [name, { waiting, oldestMs }] of Object.entries(figures.stages)) {
      const worst = stages[name] ?? { waiting: 0, oldestMs: 0 };
      stages[name] = {
        waiting: Math.max(worst.waiting, waiting),
        oldestMs: Math.max(worst.oldestMs, oldestMs),
      };
    }
  return {
    at: at.toISOString(),
    accepted,
    ended: { ...ended },
    p50Ms: p50Ms === undefined ? undefined : Math.round(p50Ms),
    p95Ms: p95Ms === undefined ? undefined : Math.round(p95Ms),
    stages,
    held: Math.max(0, ...waits.map(({ held }) => held)),
    overdue: Math.max(0, ...waits.map(({ overdue }) => overdue)),
  };
}
