/** What a campaign would offer to buyers: one lead, or many, and whose turn it would be. */
import type { adminWhatIfRecent, Campaign, EndpointData, ForeseenView, Routed } from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';
import type { Simulation } from '@sluice/pipeline';

type Offered = EndpointData<typeof adminWhatIfRecent>['offered']['now'];

/** What was offered: in all, or to one buyer. */
interface Sum {
  leads: number;
  /** Leads without an expected price. */
  unpriced: number;
  /** Expected prices in minor units, by currency. */
  readonly minor: Map<string, number>;
}

interface Buyer extends Sum {
  readonly campaignId: string;
  readonly group: string | undefined;
}

/** What was offered so far, with the configuration as it is or as it would be. */
export interface Side extends Sum {
  /** The turns that members of groups have taken, by their counts. */
  readonly turns: Map<string, number>;
  /** By group and campaign, in the order in which they were offered the first lead. */
  readonly buyers: Map<string, Buyer>;
}

const none = (): Sum => ({ leads: 0, unpriced: 0, minor: new Map() });

/** A side that has offered nothing yet. */
export function newSide(): Side {
  return { turns: new Map(), buyers: new Map(), ...none() };
}

/** Whether members of the campaign's groups take turns. */
export function takesTurns({ distribution }: Campaign): boolean {
  return (distribution?.groups ?? []).some(({ method }) => method === 'weighted' || method === 'round_robin');
}

/** The buyers that one simulated lead would be offered, in their order. */
export function offersOf({ decisions }: Simulation): ForeseenView['offered'] {
  return decisions.flatMap(({ decision }) => {
    if (decision.kind !== 'routed') return [];
    const { campaignId, priceTerms: terms } = decision;
    const amount =
      terms?.expectedMinor === undefined ? undefined : decimalAmount(terms.expectedMinor, terms.currency);
    return [
      {
        campaignId,
        group: groupOf(decision),
        price: terms && amount !== undefined ? { amount, currency: terms.currency } : undefined,
      },
    ];
  });
}

/** Adds what a simulated lead would be offered for. */
export function noteOffer(side: Side, { decisions, delivery }: Simulation): void {
  const last = decisions.at(-1)?.decision;
  if (last?.kind !== 'routed' || delivery?.kind !== 'request') return;
  const { groupCount, priceTerms, campaignId } = last;
  if (groupCount !== undefined) side.turns.set(groupCount, (side.turns.get(groupCount) ?? 0) + 1);
  const group = groupOf(last);
  const key = JSON.stringify([group, campaignId]);
  const buyer = side.buyers.get(key) ?? { campaignId, group, ...none() };
  side.buyers.set(key, buyer);
  for (const sum of [side, buyer]) add(sum, priceTerms);
}

function add(sum: Sum, terms: Routed['priceTerms']): void {
  sum.leads += 1;
  if (terms?.expectedMinor === undefined) sum.unpriced += 1;
  else sum.minor.set(terms.currency, (sum.minor.get(terms.currency) ?? 0) + terms.expectedMinor);
}

// The group by which the chosen candidate came.
function groupOf({ trace }: Routed): string | undefined {
  const chosen = trace.findLast(({ looked, verdict }) => looked === 'candidate' && verdict === 'chosen');
  const group = chosen?.values?.['group'];
  return typeof group === 'string' ? group : undefined;
}

/** What a side has offered, in units of each currency. */
export function offeredBy({ buyers, ...sum }: Side): Offered {
  return {
    ...written(sum),
    buyers: [...buyers.values()].map(({ campaignId, group, ...of }) => ({
      campaignId,
      group,
      ...written(of),
    })),
  };
}

function written({ leads, unpriced, minor }: Sum): Pick<Offered, 'leads' | 'unpriced' | 'money'> {
  const money = [...minor].map(([currency, sum]) => ({ currency, amount: decimalAmount(sum, currency) }));
  return { leads, unpriced, money: money.sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
}
