/** A client's budgets and the prices of its campaigns have one currency, because money is counted by currency. */
import type { Campaign } from './campaign.js';
import type { Client } from './client.js';

/** Why the price of a campaign does not fit its client's budget; undefined if it does. */
export function currencyProblem(
  { price }: Pick<Campaign, 'price'>,
  { settings }: Pick<Client, 'settings'>,
): string | undefined {
  const { maxSpendPerDay, maxSpendPerMonth, currency } = settings ?? {};
  const hasBudget = maxSpendPerDay !== undefined || maxSpendPerMonth !== undefined;
  if (!price || !hasBudget || currency === price.currency) return undefined;
  return `price.currency: must be ${currency}, the currency of its client's budget`;
}
