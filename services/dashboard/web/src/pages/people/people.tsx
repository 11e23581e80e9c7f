/** The people of a place: members and open invitations, with what may be done about each. */
import type { adminListPeople, PersonView } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { usePages } from '../../api/queries.js';
import { operator } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { Badge } from '../../components/badge.js';
import { Facts } from '../../components/figure.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Pager, Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { TypedField } from '../../components/typed-field.js';
import { ListFilters } from '../../frame/list-filters.js';
import { Invitations, Invite } from './invitations.js';
import { LinkOnce, type GivenLink } from './link-once.js';
import { PersonActions } from './person-actions.js';
import { roleWords, type Place } from './place.js';

export function People({ place }: { readonly place: Place }) {
  const { members, roles, mayChange } = place;
  // Not in the row, which goes while its link is shown.
  const [given, setGiven] = useState<GivenLink>();
  const [{ search }] = useAddress();
  const pages = usePages([place.people, search], (cursor, signal) =>
    call<typeof adminListPeople>('GET', place.people, { query: { search, cursor }, signal }),
  );
  return (
    <>
      <ListFilters label="Find people" names={['search']}>
        <TypedField name="search" label="E-mail address" type="search" />
      </ListFilters>
      <Panel
        title={members}
        actions={
          mayChange ? (
            <Invite place={place} onLink={setGiven} />
          ) : (
            <NeedsRole what="Adding or changing people" role="administer" />
          )
        }
      >
        <Loaded from={pages.page}>
          {({ people }) => (
            <>
              <Table
                label={members}
                columns={columnsOf(place, setGiven)}
                rows={people}
                keyOf={({ personId }) => personId}
                empty={
                  search === undefined ? (
                    <Empty title="Nobody yet">Invite the first {place.keeper}.</Empty>
                  ) : (
                    <Empty title="Nobody with this address">Shorten the search.</Empty>
                  )
                }
              />
              <Pager pages={pages} />
            </>
          )}
        </Loaded>
      </Panel>
      {mayChange && <Invitations place={place} onLink={setGiven} />}
      <Panel title="Roles">
        <Facts facts={roles.map((role) => [role, roleWords[role]])} />
      </Panel>
      {given && <LinkOnce given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

function columnsOf(place: Place, onLink: (given: GivenLink) => void): readonly Column<PersonView>[] {
  const isOneself = ({ personId }: PersonView) => personId === operator()?.personId;
  return [
    {
      head: 'Address',
      cell: (person) => (
        <span className="nowrap">
          {person.address}
          {isOneself(person) && <span className="quiet"> (you)</span>}
        </span>
      ),
    },
    {
      head: 'Role',
      shrink: true,
      cell: ({ role, clientId, supplierId }) => (
        <>
          {role} <span className="quiet">{clientId ?? supplierId}</span>
        </>
      ),
    },
    { head: 'Second factor', shrink: true, cell: factorText },
    {
      head: 'Last seen',
      shrink: true,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? <span className="quiet">never</span> : <Ago at={lastSeenAt} />,
    },
    {
      head: 'Added',
      shrink: true,
      cell: ({ createdAt, createdBy, via }) => (
        <>
          <Ago at={createdAt} />
          <div className="quiet">by {via === 'password' ? createdBy : 'first login'}</div>
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
            <Badge tone="warn">disabled</Badge>
            <div className="quiet">
              <Ago at={disabledAt} />
            </div>
          </>
        ),
    },
    ...(place.mayChange
      ? [
          {
            head: 'Actions',
            cell: (person: PersonView) =>
              isOneself(person) ? (
                <span className="quiet">ask another {place.keeper}</span>
              ) : (
                <PersonActions person={person} place={place} onLink={onLink} />
              ),
          },
        ]
      : []),
  ];
}

function factorText({ via, hasSecondFactor }: PersonView): string {
  if (via === 'oidc') return 'at the OpenID provider';
  if (via === 'proxy') return 'at the proxy';
  return hasSecondFactor ? 'yes' : 'no';
}
