/** Shows where the circuits of this process stand, for metrics. */
import type { Circuits, CircuitStanding } from '@sluice/providers';
import type { Metrics } from '@sluice/runtime';

const EVERY_MS = 5_000;
const shown: Readonly<Record<CircuitStanding, number>> = { closed: 0, half_open: 0.5, open: 1 };

/** Measures every five seconds, as long as the process lives. */
export function measureCircuits(circuits: Circuits, { circuitOpen }: Pick<Metrics, 'circuitOpen'>): void {
  const measure = (): void => {
    circuitOpen.reset();
    for (const { key, state } of circuits.states()) circuitOpen.set({ endpoint: key }, shown[state]);
  };
  setInterval(measure, EVERY_MS).unref();
}
