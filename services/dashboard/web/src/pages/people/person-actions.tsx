/** An administrator's operations on another person: role, password link, permission to log in, and removal. */
import type {
  adminDisableOperator,
  adminEnableOperator,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminSetOperatorRole,
  OperatorView,
} from '@sluice/contracts';
import { adminRoles } from '@sluice/contracts/words';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { operator } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { toastGood } from '../../components/toast.js';
import { RoleField } from './add-person.js';
import { LinkOnce, type GivenLink } from './link-once.js';

interface PersonActionsProps {
  readonly person: OperatorView;
}

export function PersonActions({ person }: PersonActionsProps) {
  const [given, setGiven] = useState<GivenLink>();
  if (person.personId === operator()?.personId)
    return <span className="quiet">ask another administrator</span>;
  return (
    <span className="actions">
      {person.via === 'password' && (
        <>
          <Button small onClick={() => changeRole(person)}>
            Role
          </Button>
          <Button small onClick={() => makePasswordLink(person, setGiven)}>
            Password link
          </Button>
        </>
      )}
      {person.disabledAt === null ? (
        <Button small danger onClick={() => disable(person)}>
          Disable
        </Button>
      ) : (
        <Button small onClick={() => enable(person)}>
          Enable
        </Button>
      )}
      <Button small danger onClick={() => remove(person)}>
        Remove
      </Button>
      {given && <LinkOnce given={given} onClose={() => setGiven(undefined)} />}
    </span>
  );
}

const newRole = z.object({ role: z.enum(adminRoles) });

function changeRole({ personId, address: name, role }: OperatorView): void {
  ask({
    title: `Change the role of ${name}`,
    what: `The new role of ${name} applies within seconds, without a new login.`,
    does: 'Change role',
    schema: newRole,
    initial: { role },
    fields: <RoleField />,
    run: async (body) => {
      await call<typeof adminSetOperatorRole>('POST', pathTo`/admin/v1/operators/${personId}/role`, { body });
      toastGood(`${name} has the ${body.role} role.`);
    },
  });
}

function makePasswordLink(
  { personId, address: name }: OperatorView,
  setGiven: (given: GivenLink) => void,
): void {
  confirm({
    title: `Make a password link for ${name}?`,
    what: (
      <p>
        With the link {name} sets a new password, which ends all sessions of {name}. Until then the old
        password goes on working. The link is shown to you once.
      </p>
    ),
    does: 'Make link',
    run: async () => {
      const { link } = await call<typeof adminResetOperatorPassword>(
        'POST',
        pathTo`/admin/v1/operators/${personId}/password-link`,
      );
      setGiven({ address: name, link, lasts: '30 minutes' });
    },
  });
}

function disable({ personId, address: name }: OperatorView): void {
  confirm({
    title: `Disable ${name}?`,
    what: <p>{name} is out within seconds, and cannot log in until you enable the account again.</p>,
    does: `Disable ${name}`,
    danger: true,
    run: async () => {
      await call<typeof adminDisableOperator>('POST', pathTo`/admin/v1/operators/${personId}/disable`);
      toastGood(`${name} is disabled.`);
    },
  });
}

function enable({ personId, address: name, role }: OperatorView): void {
  confirm({
    title: `Enable ${name}?`,
    what: (
      <p>
        {name} can log in again with the {role} role.
      </p>
    ),
    does: `Enable ${name}`,
    run: async () => {
      await call<typeof adminEnableOperator>('POST', pathTo`/admin/v1/operators/${personId}/enable`);
      toastGood(`${name} can log in again.`);
    },
  });
}

function remove({ personId, address: name, via }: OperatorView): void {
  confirm({
    title: `Remove ${name}?`,
    what: (
      <p>
        {name} is out within seconds. What {name} did stays in the audit.
        {via !== 'password' &&
          ` The next login through the provider or proxy adds ${name} again; disable ${name} to prevent that.`}
      </p>
    ),
    does: `Remove ${name}`,
    danger: true,
    run: async () => {
      await call<typeof adminRemoveOperator>('POST', pathTo`/admin/v1/operators/${personId}/remove`);
      toastGood(`${name} is removed.`);
    },
  });
}
