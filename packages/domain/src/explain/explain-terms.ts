/** What a campaign pays and on what terms it gives leads back, and what a supplier is paid, in plain words. */
import {
  moneyText,
  type Price,
  type ReturnTerms,
  type Supplier,
  type SupplierInput,
} from '@sluice/contracts';
import { rules, whenWords } from './explain-campaign.js';
import { listWords, sentence, type Sentence } from './sentence.js';

/** What a lead earns that this campaign takes. */
export function explainPrice(price: Price | undefined): Sentence[] {
  if (!price)
    return [
      sentence("It has no price: a lead earns what its buyer's answer says, if that says any.", 'quiet'),
    ];
  const { currency, amount, rules: ruled = [], fromAnswer } = price;
  const base =
    amount === undefined
      ? sentence(`${ruled.length > 0 ? 'Other leads have' : 'It has'} no expected price.`, 'quiet')
      : sentence(
          `${moneyText(amount, currency)}${ruled.length > 0 ? ' for every other lead' : ' for each lead'}.`,
          'good',
        );
  return [
    ...ruled.map(({ amount: each, when: { name, isActive, logicalOperator, subRules } }) => {
      const called = name === undefined ? '' : ` (“${name}”)`;
      const text = `${moneyText(each, currency)}${called} ${whenWords(subRules, logicalOperator)}`;
      return isActive === false
        ? sentence(`Switched off: ${text}`, 'quiet')
        : sentence(text, 'good', rules(subRules, logicalOperator));
    }),
    base,
    sentence(
      fromAnswer === 'ignore'
        ? "A price in the buyer's answer does not count."
        : "A price in the buyer's answer counts instead.",
      'quiet',
    ),
  ];
}

/** Whether and how its client may give leads back. */
export function explainReturns(terms: ReturnTerms | undefined): Sentence[] {
  if (!terms) return [sentence('Its client may not give leads back.', 'quiet')];
  const { windowDays, reasons = [], maximumPercent, autoApprove } = terms;
  const until =
    windowDays === 0
      ? 'on the day of their sale'
      : `until ${windowDays} ${windowDays === 1 ? 'day' : 'days'} after the day of their sale`;
  const why = reasons.length === 0 ? '' : `, for these reasons: ${reasons.join(', ')}`;
  return [
    sentence(`Its client may give leads back ${until}${why}.`, 'warn'),
    ...(maximumPercent === undefined
      ? []
      : [sentence(`At most ${maximumPercent} % of those placed in a calendar month.`, 'quiet')]),
    sentence(
      autoApprove ? 'A return is approved as it is requested.' : 'A person decides each return.',
      'quiet',
    ),
  ];
}

const taken = {
  active: ['Its leads are taken.', 'good'],
  test: ['Every lead of it is a test lead.', 'warn'],
  paused: ['It is paused: nothing may be submitted with its keys.', 'bad'],
} as const;

/** What becomes of a supplier's leads, where it may send them, and what it is paid. */
export function explainSupplier(
  supplier: Pick<SupplierInput, 'status' | 'campaigns' | 'cost' | 'reverseOnReturn'>,
): Sentence[] {
  const { status, campaigns } = supplier;
  const [leads, tone] = taken[status];
  const only = campaigns?.length === 0 ? 'nowhere' : `only to ${listWords(campaigns ?? [], 'and')}`;
  return [
    sentence(leads, tone),
    sentence(`It may send leads ${campaigns ? only : 'to all campaigns'}.`, 'quiet'),
    sentence(`It is paid ${explainCost(supplier) ?? 'nothing'}.`, 'quiet'),
  ];
}

/** What a supplier is paid; undefined if nothing. */
export function explainCost({
  cost: { mode, amount = 0, currency = '', percent = 0 } = { mode: 'none' },
  reverseOnReturn,
}: Pick<Supplier, 'cost' | 'reverseOnReturn'>): string | undefined {
  if (mode === 'none') return undefined;
  const kept = reverseOnReturn ? '' : ', also for one that is returned';
  if (mode === 'revenue_share') return `${percent} % of the price of each sale${kept}`;
  const what = mode === 'per_lead' ? 'lead that qualifies' : 'sale';
  return `${moneyText(amount, currency)} for each ${what}${kept}`;
}
