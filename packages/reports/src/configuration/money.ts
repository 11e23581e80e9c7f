/** Prices and budgets that do not go together. */
import type { Campaign } from '@sluice/contracts';
import { answerTerms, otherBudgetCurrencies } from '@sluice/domain';
import { isOfferedLeads } from './offered-leads.js';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** A price and a milestone for the same delivered lead. Both may be meant, so neither is refused. */
export function earnsTwice({ price, revenueMilestones = [] }: Campaign): Reported[] {
  const atDelivery = revenueMilestones.some(
    ({ leadStatus, active }) => leadStatus === 'delivered' && active !== false,
  );
  if (!price || !atDelivery) return [];
  return [
    [
      'a delivered lead earns both its price and a milestone',
      'If only one is meant, remove the price, or the milestone at delivered.',
    ],
  ];
}

/** A campaign that takes no lead, because its budget, or its client's, counts another currency than its leads earn. */
export function budgetInOtherCurrency(campaign: Campaign, of: TenantConfiguration): Reported[] {
  const client = of.clients.find(({ clientId }) => clientId === campaign.clientId);
  if (!client || !isOfferedLeads(campaign, of)) return [];
  const { currency: earned } = answerTerms(campaign, client);
  return otherBudgetCurrencies(campaign, client).map((other) => [
    `its leads earn ${earned}, and a budget is in ${other}: it takes no lead`,
    `Give it a price in ${other}, or set that budget in ${earned}.`,
  ]);
}
