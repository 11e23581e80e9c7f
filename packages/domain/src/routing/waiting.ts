/** What a lead waits for if no candidate takes it now and several would let it wait. */
import type { NeededMoney } from '@sluice/contracts';
import type { CandidateVerdict } from './examine.js';

/** A campaign for which the lead could wait. */
export type Waiting = Extract<CandidateVerdict, { readonly kind: 'wait' }> & { readonly campaignId: string };

/** The one that opens earlier, waiting for what either of them lacks. */
export function firstToOpen(before: Waiting | undefined, next: Waiting): Waiting {
  if (!before) return next;
  const [first, second] = next.until < before.until ? [next, before] : [before, next];
  const needs = lowestOf([...(first.needs ?? []), ...(second.needs ?? [])]);
  return {
    ...first,
    waitsFor: [...new Set([...first.waitsFor, ...second.waitsFor])],
    ...(needs.length > 0 && { needs }),
  };
}

// Of two needs in one count, the lower is met first.
function lowestOf(needs: readonly NeededMoney[]): readonly NeededMoney[] {
  const lowest = new Map<string, NeededMoney>();
  for (const one of needs)
    if (one.minor < (lowest.get(one.count)?.minor ?? Infinity)) lowest.set(one.count, one);
  return [...lowest.values()];
}
