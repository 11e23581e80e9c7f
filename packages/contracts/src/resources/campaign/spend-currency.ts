/** A client's budgets and the prices of its campaigns have one currency, because money is counted by currency. */
import type { Campaign } from './campaign.js';
import type { Client } from '../client.js';

/** Why the price of a campaign does not fit its client's budget; undefined if it does, or if the budget has no currency. */
export function currencyProblem(
  { price }: Pick<Campaign, 'price'>,
  { settings }: Pick<Client, 'settings'>,
): string | undefined {
  const { maxSpendPerDay, maxSpendPerMonth, currency } = settings ?? {};
  const hasBudget = maxSpendPerDay !== undefined || maxSpendPerMonth !== undefined;
  // A budget without a currency is refused by itself.
  if (!price || !hasBudget || currency === undefined || currency === price.currency) return undefined;
  return `price.currency: must be ${currency}, the currency of its client's budget`;
}
