/**
 * Probes a process's dependencies in the background, so that a health check answers at once with the last known state.
 */
import { repeat } from '@sluice/concurrency';
import { errorFields, type Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** Whether a dependency answers, as last seen. */
export type DependencyState = 'unknown' | 'up' | 'away';

/** The dependencies of a process. */
export interface Dependencies {
  /** The state of each, by its name. */
  readonly states: () => Readonly<Record<string, DependencyState>>;
  /** The names of those that failed their last probe. */
  readonly away: () => readonly string[];
  stop(): void;
}

const EVERY_MS = 2_000;
const ANSWERS_WITHIN_MS = 4_000;
const OPENS_WITHIN_MS = 1_000;
const ASK_AGAIN_MS = 500;

/**
 * Probes each of `probes` every two seconds. One that rejects, or does not answer within four seconds, is `away`. It is
 * logged once when it goes away and once when it comes back, and shown as the metric `sluice_dependency_up`.
 */
export function watchDependencies(
  probes: Readonly<Record<string, () => Promise<unknown>>>,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Dependencies {
  const openUntil = performance.now() + OPENS_WITHIN_MS;
  let stopped = false;
  const states = new Map<string, DependencyState>(Object.keys(probes).map((name) => [name, 'unknown']));

  function saw(dependency: string, state: DependencyState, error?: unknown): void {
    const before = states.get(dependency);
    states.set(dependency, state);
    metrics.dependencyUp.set({ dependency }, state === 'up' ? 1 : 0);
    if (before === state || stopped) return;
    if (state === 'away') log.warn('dependency does not answer', { dependency, ...errorFields(error) });
    else if (before === 'away') log.info('dependency answers again', { dependency });
  }

  // A process that has just started may still be opening its connection.
  const isOpening = () => performance.now() < openUntil;
  const watches = Object.entries(probes).map(([name, probe]) =>
    repeat({
      what: `the answer of ${name}`,
      run: async () => {
        await probe();
        saw(name, 'up');
      },
      everyMs: () => (isOpening() && states.get(name) === 'unknown' ? ASK_AGAIN_MS : EVERY_MS),
      withinMs: ANSWERS_WITHIN_MS,
      firstAfterMs: 0,
      failed: (error) => {
        if (!isOpening()) saw(name, 'away', error);
      },
    }),
  );

  return {
    states: () => Object.fromEntries(states),
    away: () => [...states].flatMap(([name, state]) => (state === 'away' ? [name] : [])),
    stop: () => {
      stopped = true;
      for (const watch of watches) void watch.stop();
    },
  };
}
