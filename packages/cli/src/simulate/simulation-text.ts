/** A simulation as text. */
import type { adminSimulateLead, EndpointData } from '@sluice/contracts';
import { decisionLines, traceLines } from './decision-lines.js';

type Simulation = EndpointData<typeof adminSimulateLead>;

export function simulationText({ decisions, delivery }: Simulation): string {
  return [
    'Simulation; nothing was written or sent.',
    ...decisions.flatMap(({ stage, decision, effects }) => [
      ...decisionLines(stage, decision),
      ...effects.map((effect) => `    plans ${effect}`),
    ]),
    ...(delivery ? deliveryLines(delivery) : []),
  ].join('\n');
}

function deliveryLines(delivery: NonNullable<Simulation['delivery']>): string[] {
  const reported =
    delivery.kind === 'request'
      ? [`  delivery: ${delivery.method} ${delivery.url}`, `    ${delivery.body}`]
      : [`  delivery: error (${delivery.reason})`];
  return [...reported, ...traceLines(delivery.trace, '    ')];
}
