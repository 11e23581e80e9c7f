/** Whether what Try said of a lead is what became of it. */
import type { ForeseenView, RecordedDecision } from '@sluice/contracts';
import { ownWords } from '@sluice/domain';

/** What became of a lead. */
export interface Happened {
  readonly status: string;
  readonly decisions: readonly RecordedDecision[];
}

/** Fails, saying `where`, unless the lead was offered to those buyers at those prices, and ended, as Try said. */
export function expectHappened(foreseen: ForeseenView, { status, decisions }: Happened, where: object): void {
  const routed = decisions.flatMap(({ decision }) => (decision.kind === 'routed' ? [decision] : []));
  const last = decisions.at(-1);
  const tried = {
    ...where,
    offered: foreseen.offered.map(({ campaignId }) => campaignId),
    prices: foreseen.offered.map(({ price }) => price && price.amount * 100),
    end: foreseen.label,
    status: last?.decision.kind,
  };
  expect(tried).toEqual({
    ...where,
    offered: routed.map(({ campaignId }) => campaignId),
    prices: routed.map(({ priceTerms }) => priceTerms?.expectedMinor),
    end: last && endOf(last, routed.at(-1)?.campaignId),
    status,
  });
}

// What Try would have said of a lead that ended like this, at the buyer that it was offered last.
function endOf({ stage, decision }: RecordedDecision, offered = ''): string {
  const { kind, reason } = decision;
  const buyer = kind === 'held' ? decision.campaignId : offered;
  const why = reason === undefined ? '' : (ownWords(reason) ?? reason);
  if (kind === 'delivered') return `sent to ${buyer}`;
  if (stage === 'delivery') return `${buyer}, but ${why}`;
  if (kind === 'held') return `held for ${buyer}: ${why}`;
  if (kind === 'pending_action') return `waits for a person to act: ${why}`;
  return `${kind}: ${why}`;
}
