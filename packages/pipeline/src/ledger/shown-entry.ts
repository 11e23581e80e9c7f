/** An entry of the ledger as people and programs see it. */
import { AN_OPERATOR, type LedgerEntry, type ShownLedgerEntry } from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';

/** The entry with its amount as a decimal number; an operator is named to operators only. */
export function shownEntry(
  { minor, occurredAt, receivedAt, byOperator, ...entry }: LedgerEntry,
  toOperator = false,
): ShownLedgerEntry {
  // The buyer's identifier of a lead is no part of the ledger: it only finds the sale.
  const { subIds, reference: _reference, ...fields } = entry;
  return {
    ...fields,
    ...(byOperator && !toOperator && { by: AN_OPERATOR }),
    subIds: subIds && { ...subIds },
    amount: decimalAmount(minor, entry.currency),
    occurredAt: occurredAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  };
}
