/** People: who works on this installation, in which role, and when they last logged in. */
import type { adminListOperators, OperatorView } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { may, operator } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { Badge } from '../../components/badge.js';
import { Facts } from '../../components/figure.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { AddPerson } from './add-person.js';
import { PersonActions } from './person-actions.js';

export default function PeoplePage() {
  const loader = useLoad((signal) =>
    call<typeof adminListOperators>('GET', '/admin/v1/operators', { signal }),
  );
  return (
    <>
      <PageHead title="People">Operators of this installation and their roles.</PageHead>
      <Panel
        title="Operators"
        actions={
          may('administer') ? (
            <AddPerson onAdded={loader.reload} />
          ) : (
            <NeedsRole what="Adding or changing people" role="administer" />
          )
        }
      >
        <Loaded loader={loader}>
          {({ operators }) => (
            <Table
              label="Operators"
              columns={columnsOf(loader.reload)}
              rows={operators}
              keyOf={({ name }) => name}
            />
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

function columnsOf(reload: () => void): readonly Column<OperatorView>[] {
  return [
    {
      head: 'Name',
      cell: ({ name }) => (
        <span class="nowrap">
          {name}
          {name === operator.value?.name && <span class="quiet"> (you)</span>}
        </span>
      ),
    },
    { head: 'Role', shrink: true, cell: ({ role }) => role },
    { head: 'Login method', shrink: true, cell: wayText },
    {
      head: 'Last login',
      shrink: true,
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <span class="quiet">never</span> : <Ago at={lastLoginAt} />,
    },
    {
      head: 'Added',
      shrink: true,
      cell: ({ createdAt, createdBy, via }) => (
        <>
          <Ago at={createdAt} />{' '}
          <span class="quiet">by {via === 'password' ? createdBy : 'first login'}</span>
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
            <Badge tone="warn">disabled</Badge> <Ago at={disabledAt} />
          </>
        ),
    },
    ...(may('administer')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (person: OperatorView) => <PersonActions person={person} reload={reload} />,
          },
        ]
      : []),
  ];
}

function wayText({ via, passwordOf }: OperatorView): string {
  if (via === 'oidc') return 'OpenID provider';
  if (via === 'proxy') return 'proxy';
  return passwordOf === 'environment' ? 'OPERATOR_PASSWORD' : 'password';
}
