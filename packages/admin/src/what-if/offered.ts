/** What a campaign would offer to buyers over many leads, and whose turn it would be. */
import type { adminWhatIfRecent, Campaign, EndpointData } from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';
import type { Simulation } from '@sluice/pipeline';

/** A campaign as it is, or as it would be, with what it offered so far. */
export interface Side {
  readonly campaign: Campaign;
  /** The turns that members of groups have taken, by their counts. */
  readonly turns: Map<string, number>;
  leads: number;
  /** Expected prices in minor units, by currency. */
  readonly minor: Map<string, number>;
}

/** A side that has offered nothing yet. */
export function sideOf(campaign: Campaign): Side {
  return { campaign, turns: new Map(), leads: 0, minor: new Map() };
}

/** Whether members of the campaign's groups take turns. */
export function takesTurns({ distribution }: Campaign): boolean {
  return (distribution?.groups ?? []).some(({ method }) => method === 'weighted' || method === 'round_robin');
}

/** Adds what a simulated lead would be offered for. */
export function noteOffer(side: Side, { decisions, delivery }: Simulation): void {
  const last = decisions.at(-1)?.decision;
  if (last?.kind !== 'routed' || delivery?.kind !== 'request') return;
  side.leads += 1;
  const { groupCount, priceTerms } = last;
  if (groupCount !== undefined) side.turns.set(groupCount, (side.turns.get(groupCount) ?? 0) + 1);
  if (priceTerms?.expectedMinor === undefined) return;
  const { currency, expectedMinor } = priceTerms;
  side.minor.set(currency, (side.minor.get(currency) ?? 0) + expectedMinor);
}

/** What a side has offered, in units of each currency. */
export function offeredBy({ leads, minor }: Side): EndpointData<typeof adminWhatIfRecent>['offered']['now'] {
  const money = [...minor].map(([currency, sum]) => ({ currency, amount: decimalAmount(sum, currency) }));
  return { leads, money: money.sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
}
