/** Returns as a table, with the buttons that decide those that are requested. */
import type { ShownReturn } from '@sluice/contracts';
import type { ComponentChildren } from 'preact';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { moneyText } from '../../components/figure.js';
import { Table, type Column } from '../../components/table.js';
import { Time } from '../../components/time.js';
import { decideReturn, decisions } from './decide-return.js';

interface ReturnTableProps {
  readonly tenantId: string;
  readonly returns: readonly ShownReturn[];
  readonly onDecided: () => void;
  readonly empty: ComponentChildren;
}

export function ReturnTable({ tenantId, returns, onDecided, empty }: ReturnTableProps) {
  return (
    <Table<ShownReturn>
      label="Returns"
      columns={columnsFor(tenantId, onDecided)}
      rows={returns}
      keyOf={({ returnId }) => returnId}
      empty={empty}
    />
  );
}

function columnsFor(tenantId: string, onDecided: () => void): readonly Column<ShownReturn>[] {
  return [
    {
      head: 'Lead',
      cell: ({ leadId }) => <a href={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</a>,
    },
    { head: 'Status', shrink: true, cell: ({ status }) => <StatusBadge status={status} /> },
    { head: 'Amount', number: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
    { head: 'Campaign', shrink: true, cell: ({ placedCampaignId }) => placedCampaignId },
    { head: 'Client', shrink: true, cell: ({ clientId }) => clientId },
    { head: 'Reason', cell: (one) => <Words of={one} /> },
    { head: 'Requested', shrink: true, cell: ({ requestedAt }) => <Time at={requestedAt} /> },
    ...(may('operate')
      ? [
          {
            head: 'Decide',
            cell: (one: ShownReturn) => <Decide of={one} tenantId={tenantId} onDecided={onDecided} />,
          },
        ]
      : []),
  ];
}

function Words({ of: { reason, note, decisionNote, decidedAt } }: { readonly of: ShownReturn }) {
  return (
    <>
      {reason ?? <span class="quiet">none</span>}
      {note !== undefined && <div class="quiet">{note}</div>}
      {decidedAt !== undefined && (
        <div class="quiet">
          decided <Time at={decidedAt} />
          {decisionNote !== undefined && `: ${decisionNote}`}
        </div>
      )}
    </>
  );
}

interface DecideProps {
  readonly of: ShownReturn;
  readonly tenantId: string;
  readonly onDecided: () => void;
}

function Decide({ of: one, tenantId, onDecided }: DecideProps) {
  if (one.status !== 'requested') return <span class="quiet">–</span>;
  return (
    <span class="actions">
      {decisions.map(({ decision, does }) => (
        <Button key={decision} small onClick={() => decideReturn(tenantId, one, decision, onDecided)}>
          {does}
        </Button>
      ))}
    </span>
  );
}
