/** Entries of the ledger as a table. */
import type { ShownLedgerEntry } from '@sluice/contracts';
import { localClock, type CsvColumns } from '@sluice/domain';

/** What the columns need besides the entries. */
export interface TableOptions {
  /** The time zone of dates and times. */
  readonly zone: string;
  /** The names of clients, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** The columns; an entry that is shown without words has none in them. */
export function ledgerColumns({ zone, names }: TableOptions): CsvColumns<ShownLedgerEntry> {
  const clock = ({ occurredAt }: ShownLedgerEntry) => localClock(new Date(occurredAt), zone);
  return {
    date: (entry) => clock(entry).date,
    time: (entry) => clock(entry).time,
    type: ({ type }) => type,
    amount: ({ amount }) => amount,
    currency: ({ currency }) => currency,
    unpriced: ({ unpriced }) => (unpriced ? 'true' : null),
    leadId: ({ leadId }) => leadId,
    campaignId: ({ campaignId }) => campaignId,
    placedCampaignId: ({ placedCampaignId }) => placedCampaignId,
    clientId: ({ clientId }) => clientId,
    client: ({ clientId }) => names.get(clientId ?? ''),
    offerId: ({ offerId }) => offerId,
    supplierId: ({ supplierId }) => supplierId,
    entryId: ({ entryId }) => entryId,
    by: ({ by }) => by,
    note: ({ note }) => note,
  };
}
