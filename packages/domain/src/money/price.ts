/** The price of a lead: what a campaign expects when the lead is routed, and what is fixed when it is placed. */
import type { Campaign, Client, Price, PriceTerms, TraceEntry } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { decimalAmount, minorUnits } from './minor-units.js';

/** The currency of amounts that state none. */
export const DEFAULT_CURRENCY = 'USD';

/**
 * The terms on which a campaign would take the lead: its first matching price rule, else its amount, and whether the
 * buyer's answer counts. Without a price only the answer counts, in the client's currency; undefined if that is the
 * default.
 */
export function priceTerms(
  { price }: Pick<Campaign, 'price'>,
  { settings }: Pick<Client, 'settings'>,
  facts: LeadFacts,
): { readonly terms?: PriceTerms; readonly trace: readonly TraceEntry[] } {
  const terms = answerTerms({ price }, { settings });
  if (!price) return { terms: terms.currency !== DEFAULT_CURRENCY ? terms : undefined, trace: [] };
  const { amount, trace } = expectedAmount(price, facts);
  const expectedMinor = amount === undefined ? undefined : minorUnits(amount, price.currency);
  return { terms: { ...terms, ...(expectedMinor !== undefined && { expectedMinor }) }, trace };
}

/** The part of the terms that no lead changes: the currency, and whether a buyer's answer counts. */
export function answerTerms(
  { price }: Pick<Campaign, 'price'>,
  { settings }: Pick<Client, 'settings'>,
): PriceTerms {
  return {
    currency: price?.currency ?? settings?.currency ?? DEFAULT_CURRENCY,
    ignoresAnswer: price?.fromAnswer === 'ignore' ? true : undefined,
  };
}

function expectedAmount(
  { currency, amount, rules = [] }: Price,
  facts: LeadFacts,
): { readonly amount: number | undefined; readonly trace: readonly TraceEntry[] } {
  const trace: TraceEntry[] = [];
  for (const [index, rule] of rules.entries()) {
    const { matched, trace: looked } = evaluateGroup(rule.when, facts);
    const values = matched ? { values: { amount: rule.amount, currency } } : {};
    trace.push({ ...looked, looked: 'price_rule', at: rule.when.name ?? `${index + 1}`, ...values });
    if (matched) return { amount: rule.amount, trace };
  }
  trace.push(
    amount === undefined
      ? { looked: 'expected_price', verdict: 'unmatched', values: { currency } }
      : { looked: 'expected_price', verdict: 'matched', values: { amount, currency } },
  );
  return { amount, trace };
}

/** What a placed lead earns, in units of the currency. */
export interface FixedPrice {
  readonly price: number;
  readonly currency: string;
}

/**
 * The price of a lead that is placed now: what the buyer's answer states, if that counts, else the expected price;
 * undefined if there is neither. `answered` is in the currency of the terms, with no more than its decimals.
 */
export function fixedPrice(terms: PriceTerms | undefined, answered?: number): FixedPrice | undefined {
  const { currency, expectedMinor, ignoresAnswer } = terms ?? { currency: DEFAULT_CURRENCY };
  if (answered !== undefined && !ignoresAnswer) return { price: answered, currency };
  return expectedMinor === undefined
    ? undefined
    : { price: decimalAmount(expectedMinor, currency), currency };
}
