/** The entries of a statement as a table. */
import type { StatementEntry } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';

interface StatementEntriesProps {
  readonly tenantId: string;
  readonly entries: readonly StatementEntry[];
}

export function StatementEntries({ tenantId, entries }: StatementEntriesProps) {
  return (
    <Table<StatementEntry>
      label="Entries"
      rows={entries}
      keyOf={({ entryId }) => entryId}
      columns={[
        { head: 'Booked', shrink: true, cell: ({ occurredAt }) => <TimeAndAge at={occurredAt} /> },
        { head: 'Type', shrink: true, cell: ({ type }) => type },
        {
          head: 'Amount',
          number: true,
          cell: ({ amount, currency, unpriced }) => (unpriced ? 'no price' : moneyText(amount, currency)),
        },
        {
          head: 'Lead',
          cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
        },
        {
          head: 'Campaign',
          cell: ({ campaignId, campaignName }) => (
            <>
              {campaignId} <span className="quiet">{campaignName}</span>
            </>
          ),
        },
        {
          head: 'Note',
          cell: ({ note, by }) => (
            <>
              {note}
              {by !== undefined && <div className="quiet">by {by}</div>}
            </>
          ),
        },
      ]}
    />
  );
}
