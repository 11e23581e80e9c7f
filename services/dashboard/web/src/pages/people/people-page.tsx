/** People: who works on this installation, in which role, and when they were last here. */
import type { adminListOperators, OperatorView } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { may, operator } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Facts } from '../../components/figure.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { AddPerson } from './add-person.js';
import { PersonActions } from './person-actions.js';

export default function PeoplePage() {
  const answer = useAnswer<typeof adminListOperators>('/admin/v1/operators?limit=200');
  return (
    <>
      <PageHead title="People">Operators of this installation and their roles.</PageHead>
      <Panel
        title="Operators"
        actions={
          may('adminAddOperator') ? (
            <AddPerson />
          ) : (
            <NeedsRole what="Adding or changing people" role="administer" />
          )
        }
      >
        <Loaded from={answer}>
          {({ people }) => (
            <Table label="Operators" columns={columns()} rows={people} keyOf={({ personId }) => personId} />
          )}
        </Loaded>
      </Panel>
      <Panel title="Roles">
        <Facts
          facts={[
            ['view', 'Sees every page, with personal data masked.'],
            ['operate', 'Also acts on leads, holds calls, manages queues and can show personal data.'],
            ['administer', 'Also manages keys, credentials, tenant files and people.'],
          ]}
        />
      </Panel>
    </>
  );
}

function columns(): readonly Column<OperatorView>[] {
  return [
    {
      head: 'Address',
      cell: ({ address, personId }) => (
        <span className="nowrap">
          {address}
          {personId === operator()?.personId && <span className="quiet"> (you)</span>}
        </span>
      ),
    },
    { head: 'Role', shrink: true, cell: ({ role }) => role },
    { head: 'Login method', shrink: true, cell: wayText },
    {
      head: 'Last seen',
      shrink: true,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? <span className="quiet">never</span> : <TimeAndAge at={lastSeenAt} />,
    },
    {
      head: 'Added',
      shrink: true,
      cell: ({ createdAt, createdBy, via }) => (
        <>
          <TimeAndAge at={createdAt} />
          <span className="quiet">by {via === 'password' ? createdBy : 'first login'}</span>
        </>
      ),
    },
    {
      head: 'State',
      shrink: true,
      cell: ({ disabledAt }) =>
        disabledAt === null ? (
          <Badge tone="good">active</Badge>
        ) : (
          <>
            <Badge tone="warn">disabled</Badge> <TimeAndAge at={disabledAt} />
          </>
        ),
    },
    ...(may('adminSetOperatorRole')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (person: OperatorView) => <PersonActions person={person} />,
          },
        ]
      : []),
  ];
}

function wayText({ via }: OperatorView): string {
  if (via === 'oidc') return 'OpenID provider';
  if (via === 'proxy') return 'proxy';
  return 'password';
}
