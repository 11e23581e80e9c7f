/** Entries of the ledger as a table. */
import type { Names, ShownLedgerEntry } from '@sluice/contracts';
import { localClock, nameIn, type CsvColumns } from '@sluice/domain';

/** What the columns need besides the entries. */
export interface TableOptions {
  /** The time zone of dates and times. */
  readonly zone: string;
  readonly names: Names;
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
    campaign: ({ campaignId }) => nameIn(names.campaigns, campaignId),
    placedCampaignId: ({ placedCampaignId }) => placedCampaignId,
    placedCampaign: ({ placedCampaignId }) => nameIn(names.campaigns, placedCampaignId),
    clientId: ({ clientId }) => clientId,
    client: ({ clientId }) => nameIn(names.clients, clientId),
    offerId: ({ offerId }) => offerId,
    supplierId: ({ supplierId }) => supplierId,
    entryId: ({ entryId }) => entryId,
    by: ({ by }) => by,
    note: ({ note }) => note,
  };
}
