/** Reports the state of this process's circuits as metrics. */
import { repeat } from '@sluice/concurrency';
import type { Circuits, CircuitStatus } from '@sluice/providers';
import type { Metrics } from '@sluice/process';

const EVERY_MS = 5_000;
const shown: Readonly<Record<CircuitStatus, number>> = { closed: 0, half_open: 0.5, open: 1 };

/** Measures every five seconds for as long as the process lives. */
export function measureCircuits(circuits: Circuits, metrics: Pick<Metrics, 'circuitOpen'>): void {
  repeat({
    what: 'measuring circuits',
    run: () => showCircuits(circuits, metrics),
    everyMs: EVERY_MS,
    withinMs: EVERY_MS,
  });
}

/** Reports each circuit under its tenant and label; of circuits with the same label, the one in the worst state. */
export function showCircuits(circuits: Circuits, { circuitOpen }: Pick<Metrics, 'circuitOpen'>): void {
  circuitOpen.reset();
  const worstLast = circuits.states().sort((a, b) => shown[a.state] - shown[b.state]);
  for (const { tenantId, label, state } of worstLast)
    circuitOpen.set({ tenant: tenantId, endpoint: label }, shown[state]);
}
