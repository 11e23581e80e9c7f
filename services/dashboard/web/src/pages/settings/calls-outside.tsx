/** Holds on calls to the outside, of a tenant and of the whole installation. */
import type { adminListHolds } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { holdsOf, scopesOf, type Scope } from './hold-scopes.js';
import { hold, release } from './hold-dialog.js';

const LOADS_EVERY_MS = 5_000;

export function CallsOutside({ tenant }: { readonly tenant: TenantSummary }) {
  const answer = useAnswer<typeof adminListHolds>(holdsOf(tenant), { everyMs: LOADS_EVERY_MS });
  return (
    <Panel
      title="Outbound calls"
      actions={!may('adminHoldTenant') && <NeedsRole what="Holding or releasing calls" role="operate" />}
    >
      <p className="quiet">
        While calls are on hold, leads are accepted and decided, but wait before every call to a buyer,
        platform, vendor or receiver.
      </p>
      <Loaded from={answer}>
        {({ holds }) => (
          <Table
            label="Outbound calls"
            columns={columnsOf(tenant.timezone)}
            rows={scopesOf(holds, tenant)}
            keyOf={({ path }) => path}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function columnsOf(zone: string): readonly Column<Scope>[] {
  return [
    { head: 'Scope', cell: ({ name }) => name },
    {
      head: 'State',
      shrink: true,
      cell: ({ hold, alsoHeld }) => {
        if (hold) return <Badge tone="warn">on hold</Badge>;
        if (alsoHeld) return <Badge tone="warn">on hold (installation)</Badge>;
        return <Badge tone="good">not on hold</Badge>;
      },
    },
    { head: 'Reason', cell: ({ hold }) => hold?.reason || '–' },
    {
      head: 'Since',
      shrink: true,
      cell: ({ hold }) =>
        hold ? (
          <>
            <TimeAndAge at={hold.since} zone={zone} /> <span className="quiet">by {hold.by}</span>
          </>
        ) : (
          '–'
        ),
    },
    ...(may('adminHoldTenant')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (scope: Scope) =>
              scope.hold ? (
                scope.canRelease && (
                  <Button small onClick={() => release(scope)}>
                    Release
                  </Button>
                )
              ) : (
                <Button small danger onClick={() => hold([scope])}>
                  Hold
                </Button>
              ),
          },
        ]
      : []),
  ];
}
