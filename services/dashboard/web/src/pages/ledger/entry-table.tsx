/** Entries of the ledger as a table. */
import type { ShownLedgerEntry } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';

interface EntryTableProps {
  readonly tenantId: string;
  readonly entries: readonly ShownLedgerEntry[];
  readonly empty: ReactNode;
}

export function EntryTable({ tenantId, entries, empty }: EntryTableProps) {
  return (
    <Table<ShownLedgerEntry>
      label="Ledger"
      columns={columnsFor(tenantId)}
      rows={entries}
      keyOf={({ entryId }) => entryId}
      empty={empty}
    />
  );
}

function columnsFor(tenantId: string): readonly Column<ShownLedgerEntry>[] {
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
    { head: 'Campaign', cell: (entry) => <Campaigns of={entry} /> },
    { head: 'Client', shrink: true, cell: ({ clientId }) => clientId ?? '–' },
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

function Campaigns({ of: { campaignId, placedCampaignId } }: { readonly of: ShownLedgerEntry }) {
  if (placedCampaignId === undefined || placedCampaignId === campaignId) return <>{campaignId}</>;
  return (
    <>
      {campaignId} <span className="quiet">placed with {placedCampaignId}</span>
    </>
  );
}
