/** Entries of the ledger as a table. */
import type { Names, ShownLedgerEntry } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Named } from '../../components/named.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';

interface EntryTableProps {
  readonly tenantId: string;
  readonly entries: readonly ShownLedgerEntry[];
  readonly names: Names;
  readonly empty: ReactNode;
}

export function EntryTable({ tenantId, entries, names, empty }: EntryTableProps) {
  return (
    <Table<ShownLedgerEntry>
      label="Ledger"
      columns={columnsFor(tenantId, names)}
      rows={entries}
      keyOf={({ entryId }) => entryId}
      empty={empty}
    />
  );
}

function columnsFor(tenantId: string, names: Names): readonly Column<ShownLedgerEntry>[] {
  return [
    { head: 'Type', shrink: true, cell: ({ type }) => type.replaceAll('_', ' ') },
    {
      head: 'Amount',
      number: true,
      cell: ({ amount, currency, unpriced }) => (unpriced ? 'no price' : moneyText(amount, currency)),
    },
    {
      head: 'Lead',
      cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
    },
    { head: 'Campaign', cell: (entry) => <Campaigns of={entry} names={names} /> },
    { head: 'Client', cell: ({ clientId }) => <Named id={clientId} names={names.clients} /> },
    { head: 'Booked', shrink: true, cell: ({ occurredAt }) => <TimeAndAge at={occurredAt} /> },
    {
      head: 'Note',
      cell: ({ note, by }) => (
        <>
          {note}
          {by !== undefined && <div className="quiet">by {by}</div>}
        </>
      ),
    },
  ];
}

interface CampaignsProps {
  readonly of: ShownLedgerEntry;
  readonly names: Names;
}

function Campaigns({ of: { campaignId, placedCampaignId = campaignId }, names }: CampaignsProps) {
  return (
    <>
      <Named id={campaignId} names={names.campaigns} />
      {placedCampaignId !== campaignId && (
        <div>
          <span className="quiet">placed with</span> <Named id={placedCampaignId} names={names.campaigns} />
        </div>
      )}
    </>
  );
}
