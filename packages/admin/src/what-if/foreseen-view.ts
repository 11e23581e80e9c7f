/** A simulation in readable form. */
import type { ForeseenView } from '@sluice/contracts';
import { explainDecision, explainTrace, ownWords, sentence, type Wording } from '@sluice/domain';
import type { Simulation } from '@sluice/pipeline';
import { offersOf } from './offered.js';

/** The end of a simulation in few words; equal ends have equal words. */
export function endOf({ decisions, delivery }: Simulation): Pick<ForeseenView, 'label' | 'tone'> {
  const last = decisions.at(-1)?.decision;
  if (!last) return { label: 'no decision', tone: 'quiet' };
  const why = last.reason === undefined ? '' : (ownWords(last.reason) ?? last.reason);
  switch (last.kind) {
    case 'routed':
      return delivery?.kind === 'none'
        ? { label: `${last.campaignId}, but ${ownWords(delivery.reason) ?? delivery.reason}`, tone: 'bad' }
        : { label: `sent to ${last.campaignId}`, tone: 'good' };
    case 'held':
      return { label: `held for ${last.campaignId}: ${why}`, tone: 'warn' };
    case 'pending_action':
      return { label: `waits for a person to act: ${why}`, tone: 'warn' };
    default:
      return { label: `${last.kind === 'error' ? 'error' : last.kind}: ${why}`, tone: 'bad' };
  }
}

/** Every decision of a simulation with its reasons, and the request that its buyer would get. */
export function foreseenView(simulation: Simulation, wording: Wording): ForeseenView {
  const { decisions, delivery } = simulation;
  const explained = decisions.map(({ stage, decision }) => explainDecision(stage, decision, wording));
  const deliveryOutlook =
    delivery === undefined
      ? []
      : [
          sentence(
            delivery.kind === 'request' ? 'It would be posted to the buyer.' : 'It has no destination.',
            delivery.kind === 'request' ? 'good' : 'bad',
            explainTrace(delivery.trace, wording),
          ),
        ];
  return {
    ...endOf(simulation),
    decisions: [...explained, ...deliveryOutlook],
    offered: offersOf(simulation),
    plans: decisions.flatMap(({ effects }) => [...effects]),
    request:
      delivery?.kind === 'request'
        ? { method: delivery.method, url: delivery.url, body: delivery.body }
        : undefined,
  };
}
