/** A simulation as people read it. */
import type { ForeseenView } from '@sluice/contracts';
import { explainDecision, explainTrace, ownWords, sentence, type Telling } from '@sluice/domain';
import type { Simulation } from '@sluice/pipeline';

/** Where a simulation ends, in few words that are the same for the same end. */
export function endOf({ decisions, delivery }: Simulation): Pick<ForeseenView, 'label' | 'tone'> {
  const last = decisions.at(-1)?.decision;
  if (!last) return { label: 'nothing is decided', tone: 'quiet' };
  const why = last.reason === undefined ? '' : (ownWords(last.reason) ?? last.reason);
  switch (last.kind) {
    case 'routed':
      return delivery?.kind === 'none'
        ? { label: `${last.campaignId}, but ${ownWords(delivery.reason) ?? delivery.reason}`, tone: 'bad' }
        : { label: `sent to ${last.campaignId}`, tone: 'good' };
    case 'held':
      return { label: `held for ${last.campaignId}: ${why}`, tone: 'warn' };
    case 'pending_action':
      return { label: `waits for a person: ${why}`, tone: 'warn' };
    default:
      return { label: `${last.kind === 'error' ? 'goes nowhere' : last.kind}: ${why}`, tone: 'bad' };
  }
}

/** Every decision of a simulation with its reasons, and what its buyer would be sent. */
export function foreseenView(simulation: Simulation, telling: Telling): ForeseenView {
  const { decisions, delivery } = simulation;
  const told = decisions.map(({ stage, decision }) => explainDecision(stage, decision, telling));
  const onTheWay =
    delivery === undefined
      ? []
      : [
          sentence(
            delivery.kind === 'request'
              ? 'It would be posted to its buyer.'
              : 'There is nowhere to post it to.',
            delivery.kind === 'request' ? 'good' : 'bad',
            explainTrace(delivery.trace, telling),
          ),
        ];
  return {
    ...endOf(simulation),
    decisions: [...told, ...onTheWay],
    plans: decisions.flatMap(({ effects }) => [...effects]),
    ...(delivery?.kind === 'request' && {
      request: { method: delivery.method, url: delivery.url, body: delivery.body },
    }),
  };
}
