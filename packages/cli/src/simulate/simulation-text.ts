/** A simulation for people to read. */
import { decisionLines, traceLines } from '../leads/decision-lines.js';
import type { ForeseenDelivery, Simulation } from './simulate-lead.js';

export function simulationText({ decisions, delivery }: Simulation): string {
  return [
    'This would happen; nothing was written or sent.',
    ...decisions.flatMap(({ stage, decision, effects }) => [
      ...decisionLines(stage, decision),
      ...effects.map((effect) => `    sets off ${effect}`),
    ]),
    ...(delivery ? deliveryLines(delivery) : []),
  ].join('\n');
}

function deliveryLines(delivery: ForeseenDelivery): string[] {
  const told =
    delivery.kind === 'request'
      ? [`  delivery: ${delivery.method} ${delivery.url}`, `    ${delivery.body}`]
      : [`  delivery: error (${delivery.reason})`];
  return [...told, ...traceLines(delivery.trace, '    ')];
}
