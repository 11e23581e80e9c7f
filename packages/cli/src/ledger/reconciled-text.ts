/** The comparison of a buyer's list with the ledger, in lines. */
import { moneyText } from '@sluice/contracts';
import { decimalAmount, minorUnits } from '@sluice/domain';
import type { CurrencySum, Reconciled, ReconciledPlace, ShownLedgerEntry } from '@sluice/contracts';

/** What is left for a person: rows that differ and are not booked, and sales that the buyer does not list. */
export function isLeft({ rows, missingThere = [] }: Reconciled): boolean {
  return (
    missingThere.length > 0 ||
    rows.some(({ result, entryId }) => result !== 'matched' && entryId === undefined)
  );
}

/** A line per row that does not match, per sale that the buyer lacks, and per currency. */
export function reconciledText(reconciled: Reconciled, booked: boolean): string {
  const { rows, missingThere = [] } = reconciled;
  const count = (result: ReconciledPlace['result']) => rows.filter((row) => row.result === result).length;
  const counts = [
    `${count('matched')} matched`,
    `${count('missing_here')} missing here`,
    `${count('amount_differs')} with another amount`,
    `${count('returned')} returned`,
    `${count('unknown_outcome')} of unknown outcome`,
    ...(reconciled.missingThere ? [`${missingThere.length} missing there`] : []),
    `${count('unknown')} unknown`,
    `${count('ambiguous')} ambiguous`,
    `${count('refused')} refused`,
  ].join(', ');
  const entries = rows.filter(({ entryId }) => entryId !== undefined).length;
  return [
    ...rows.map(rowText),
    ...missingThere.map(unlistedText),
    ...reconciled.sums.map(sumText),
    booked ? `${counts}; ${entries} adjustments were booked` : `${counts}; nothing was booked`,
  ].join('\n');
}

function rowText(row: ReconciledPlace): string {
  const { place, result, why, leadId, entryId } = row;
  const parts = [
    resultText(row),
    ...(leadId === undefined || result === 'matched' ? [] : [leadId]),
    ...(why === undefined ? [] : [why]),
    ...(entryId === undefined ? [] : [`booked ${entryId}`]),
  ];
  return `${place}: ${parts.join('; ')}`;
}

function resultText(row: ReconciledPlace): string {
  const { result, amount, currency } = row;
  switch (result) {
    case 'matched':
      return `matched, ${amountText(amount, currency)}`;
    case 'missing_here':
      return `missing here, ${amountText(amount, currency)}`;
    case 'amount_differs':
      return `amount differs, ${both(row)}`;
    case 'returned':
      return `returned, ${both(row)}`;
    case 'unknown_outcome':
      return `unknown outcome, ${amountText(amount, currency)}`;
    case 'unknown':
    case 'ambiguous':
    case 'refused':
      return result;
  }
}

function both({ amount, currency, ledgerAmount, ledgerCurrency }: ReconciledPlace): string {
  return `the buyer has ${amountText(amount, currency)}, the ledger ${amountText(ledgerAmount, ledgerCurrency)}`;
}

function amountText(amount = 0, currency?: string): string {
  return currency === undefined ? String(amount) : moneyText(amount, currency);
}

function unlistedText({ leadId, amount, currency, occurredAt }: ShownLedgerEntry): string {
  return `missing there: ${leadId}, ${moneyText(amount, currency)}, sold ${occurredAt}`;
}

function sumText({ currency, buyer, ledger }: CurrencySum): string {
  const difference = decimalAmount(
    (minorUnits(buyer, currency) ?? 0) - (minorUnits(ledger, currency) ?? 0),
    currency,
  );
  const text = (amount: number) => moneyText(amount, currency);
  return `${currency}: the buyer has ${text(buyer)}, the ledger ${text(ledger)}, a difference of ${text(difference)}`;
}
