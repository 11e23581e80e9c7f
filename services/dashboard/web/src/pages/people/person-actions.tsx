/** What may be done about another person of a place: role, password link, second factor, disabling, and removal. */
import type { adminResetOperatorPassword, PersonView } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { toastGood } from '../../components/toast.js';
import type { GivenLink } from './link-once.js';
import type { Place } from './place.js';
import { RoleFields, roleBody, roleShape } from './role-fields.js';

interface PersonActionsProps {
  readonly person: PersonView;
  readonly place: Place;
  /** Shows a link to set a password. */
  readonly onLink: (given: GivenLink) => void;
}

export function PersonActions({ person, place, onLink }: PersonActionsProps) {
  const isOperator = place.tenantId === undefined;
  return (
    <span className="actions">
      {person.via === 'password' && (
        <Button small onClick={() => changeRole(person, place)}>
          Role
        </Button>
      )}
      {person.via === 'password' && isOperator && (
        <Button small onClick={() => makePasswordLink(person, onLink)}>
          Password link
        </Button>
      )}
      {person.hasSecondFactor && may('adminRemovePersonsSecondFactor') && (
        <Button small danger onClick={() => removeSecondFactor(person)}>
          Remove second factor
        </Button>
      )}
      {person.disabledAt === null ? (
        <Button small danger onClick={() => disable(person, place)}>
          Disable
        </Button>
      ) : (
        <Button small onClick={() => enable(person, place)}>
          Enable
        </Button>
      )}
      <Button small danger onClick={() => remove(person, place)}>
        Remove
      </Button>
    </span>
  );
}

const change = ({ people }: Place, { personId }: PersonView, way: string, body?: object) =>
  call('POST', `${people}/${encodeURIComponent(personId)}/${way}`, body && { body: body as never });

const newRole = z.object(roleShape);

function changeRole(person: PersonView, place: Place): void {
  const { address, role, clientId = '', supplierId = '' } = person;
  ask({
    title: `Change the role of ${address}`,
    what: `The new role of ${address} in ${place.name} applies within seconds, without a new login.`,
    does: 'Change role',
    schema: newRole,
    initial: { role, clientId, supplierId },
    fields: <RoleFields place={place} />,
    run: async (read) => {
      await change(place, person, 'role', roleBody(read));
      toastGood(`${address} has the ${read.role} role.`);
    },
  });
}

function makePasswordLink({ personId, address }: PersonView, onLink: (given: GivenLink) => void): void {
  confirm({
    title: `Make a password link for ${address}?`,
    what: (
      <p>
        With the link {address} sets a new password, which ends all sessions of {address}. Until then the old
        password goes on working. The link is shown to you once.
      </p>
    ),
    does: 'Make link',
    run: async () => {
      const { link } = await call<typeof adminResetOperatorPassword>(
        'POST',
        pathTo`/admin/v1/operators/${personId}/password-link`,
      );
      onLink({ address, link, lasts: '30 minutes' });
    },
  });
}

function removeSecondFactor({ personId, address }: PersonView): void {
  confirm({
    title: `Remove the second factor of ${address}?`,
    what: (
      <p>
        For somebody who has lost phone and recovery codes. From then on the password alone lets {address} in,
        and a mail says so. Make sure that it is {address} who asks.
      </p>
    ),
    does: 'Remove second factor',
    danger: true,
    run: async () => {
      await call('POST', pathTo`/admin/v1/people/${personId}/second-factor/remove`);
      toastGood(`${address} has no second factor any more.`);
    },
  });
}

function disable(person: PersonView, place: Place): void {
  const { address } = person;
  confirm({
    title: `Disable ${address}?`,
    what: (
      <p>
        {address} is out of {place.name} within seconds, on open pages too, and stays out until you enable
        them again. The role is kept.
      </p>
    ),
    does: `Disable ${address}`,
    danger: true,
    run: async () => {
      await change(place, person, 'disable');
      toastGood(`${address} is disabled.`);
    },
  });
}

function enable(person: PersonView, place: Place): void {
  const { address, role } = person;
  confirm({
    title: `Enable ${address}?`,
    what: (
      <p>
        {address} gets into {place.name} again, with the {role} role.
      </p>
    ),
    does: `Enable ${address}`,
    run: async () => {
      await change(place, person, 'enable');
      toastGood(`${address} can log in again.`);
    },
  });
}

function remove(person: PersonView, place: Place): void {
  const { address, via } = person;
  confirm({
    title: `Remove ${address}?`,
    what: (
      <p>
        {address} is out of {place.name} within seconds, and if this is the last place, the account is
        deleted. What {address} did stays in the audit.
        {via !== 'password' &&
          ` The next login through the provider or proxy adds ${address} again; disable ${address} to prevent that.`}
      </p>
    ),
    does: `Remove ${address}`,
    danger: true,
    run: async () => {
      await change(place, person, 'remove');
      toastGood(`${address} is removed.`);
    },
  });
}
