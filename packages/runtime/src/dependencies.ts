/** What a process depends on: asked in the background, so that a health check answers at once with what was last seen. */
import { setTimeout as pause } from 'node:timers/promises';
import { errorFields, type Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** Whether a dependency answers, as last seen. */
export type DependencyState = 'unknown' | 'up' | 'away';

/** The dependencies of a process. */
export interface Dependencies {
  /** The state of each, by its name. */
  readonly states: () => Readonly<Record<string, DependencyState>>;
  /** The names of those that did not answer when they were last asked. */
  readonly away: () => readonly string[];
  stop(): void;
}

const EVERY_MS = 2_000;
const ANSWERS_WITHIN_MS = 4_000;
const OPENS_WITHIN_MS = 500;

/**
 * Asks each of `probes` every two seconds. What rejects, or is silent for four, is `away`: one log line when it
 * goes and one when it comes back, and the metric `sluice_dependency_up` in between.
 */
export function watchDependencies(
  probes: Readonly<Record<string, () => Promise<unknown>>>,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Dependencies {
  const stopping = new AbortController();
  const states = new Map<string, DependencyState>(Object.keys(probes).map((name) => [name, 'unknown']));

  function saw(dependency: string, state: DependencyState, error?: unknown): void {
    const before = states.get(dependency);
    states.set(dependency, state);
    metrics.dependencyUp.set({ dependency }, state === 'up' ? 1 : 0);
    if (before === state || stopping.signal.aborted) return;
    if (state === 'away') log.warn('dependency does not answer', { dependency, ...errorFields(error) });
    else if (before === 'away') log.info('dependency answers again', { dependency });
  }

  async function watch(name: string, probe: () => Promise<unknown>): Promise<void> {
    // A process that has just begun may still be opening its connection.
    if (!(await answers(probe))) await rest(OPENS_WITHIN_MS);
    while (!stopping.signal.aborted) {
      await within(ANSWERS_WITHIN_MS, probe).then(
        () => saw(name, 'up'),
        (error: unknown) => saw(name, 'away', error),
      );
      await rest(EVERY_MS);
    }
  }

  function rest(ms: number): Promise<void> {
    return pause(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
  }

  for (const [name, probe] of Object.entries(probes)) void watch(name, probe);
  return {
    states: () => Object.fromEntries(states),
    away: () => [...states].flatMap(([name, state]) => (state === 'away' ? [name] : [])),
    stop: () => stopping.abort(),
  };
}

async function answers(probe: () => Promise<unknown>): Promise<boolean> {
  return within(OPENS_WITHIN_MS, probe).then(
    () => true,
    () => false,
  );
}

/** The answer of `ask`; rejects when there is none within `ms`, because what is asked may never answer. */
export async function within<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  const silent = new AbortController();
  const silence = pause(ms, undefined, { ref: false, signal: silent.signal }).then(() => {
    throw new Error(`no answer within ${ms / 1000} s`);
  });
  silence.catch(() => undefined);
  try {
    return await Promise.race([ask(), silence]);
  } finally {
    silent.abort();
  }
}
