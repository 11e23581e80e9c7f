/** Returns as a table, with the buttons that decide those that are requested. */
import type { Names, ShownReturn } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Named } from '../../components/named.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge, TimeInText } from '../../components/time.js';
import { decideReturn, decisions } from './decide-return.js';

interface ReturnTableProps {
  readonly tenantId: string;
  readonly returns: readonly ShownReturn[];
  readonly names: Names;
  readonly empty: ReactNode;
}

export function ReturnTable({ tenantId, returns, names, empty }: ReturnTableProps) {
  return (
    <Table<ShownReturn>
      label="Returns"
      columns={columnsFor(tenantId, names)}
      rows={returns}
      keyOf={({ returnId }) => returnId}
      empty={empty}
    />
  );
}

function columnsFor(tenantId: string, names: Names): readonly Column<ShownReturn>[] {
  return [
    {
      head: 'Lead',
      cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
    },
    { head: 'Status', shrink: true, cell: ({ status }) => <StatusBadge status={status} /> },
    { head: 'Amount', number: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
    {
      head: 'Campaign',
      cell: ({ placedCampaignId }) => <Named id={placedCampaignId} names={names.campaigns} />,
    },
    { head: 'Client', cell: ({ clientId }) => <Named id={clientId} names={names.clients} /> },
    { head: 'Reason', cell: (one) => <Words of={one} /> },
    { head: 'Requested', shrink: true, cell: ({ requestedAt }) => <TimeAndAge at={requestedAt} /> },
    ...(may('adminDecideReturn')
      ? [
          {
            head: 'Decide',
            cell: (one: ShownReturn) => <Decide of={one} tenantId={tenantId} />,
          },
        ]
      : []),
  ];
}

function Words({ of: { reason, note, decisionNote, decidedAt } }: { readonly of: ShownReturn }) {
  return (
    <>
      {reason ?? <span className="quiet">none</span>}
      {note !== undefined && <div className="quiet">{note}</div>}
      {decidedAt !== undefined && (
        <div className="quiet">
          decided <TimeInText at={decidedAt} />
          {decisionNote !== undefined && `: ${decisionNote}`}
        </div>
      )}
    </>
  );
}

interface DecideProps {
  readonly of: ShownReturn;
  readonly tenantId: string;
}

function Decide({ of: one, tenantId }: DecideProps) {
  if (one.status !== 'requested') return <span className="quiet">–</span>;
  return (
    <span className="actions">
      {decisions.map(({ decision, does }) => (
        <Button key={decision} small onClick={() => decideReturn(tenantId, one, decision)}>
          {does}
        </Button>
      ))}
    </span>
  );
}
