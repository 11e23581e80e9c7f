/** An administrator's operations on another person: role, password, login permission, and removal. */
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
import { PasswordOnce, type GivenPassword } from './password-once.js';

interface PersonActionsProps {
  readonly person: OperatorView;
}

export function PersonActions({ person }: PersonActionsProps) {
  const [given, setGiven] = useState<GivenPassword>();
  // Each of these would end the session that requests it.
  if (person.name === operator()?.name) return <span className="quiet">ask another administrator</span>;
  return (
    <span className="actions">
      {person.via === 'password' && (
        <>
          <Button small onClick={() => changeRole(person)}>
            Role
          </Button>
          <Button small onClick={() => resetPassword(person, setGiven)}>
            Password
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
      {given && <PasswordOnce given={given} onClose={() => setGiven(undefined)} />}
    </span>
  );
}

const newRole = z.object({ role: z.enum(adminRoles) });

function changeRole({ name, role }: OperatorView): void {
  ask({
    title: `Change the role of ${name}`,
    what: `The sessions of ${name} end within seconds; the new role applies from the next login.`,
    does: 'Change role',
    schema: newRole,
    initial: { role },
    fields: <RoleField />,
    run: async (body) => {
      await call<typeof adminSetOperatorRole>('PUT', pathTo`/admin/v1/operators/${name}/role`, { body });
      toastGood(`${name} has the ${body.role} role.`);
    },
  });
}

function resetPassword({ name, passwordOf }: OperatorView, setGiven: (given: GivenPassword) => void): void {
  confirm({
    title: `Reset the password of ${name}?`,
    what: (
      <p>
        {passwordOf === 'environment'
          ? `${name} logs in with a new password instead of OPERATOR_PASSWORD. `
          : 'The old password stops working. '}
        The sessions of {name} end within seconds. The new password is shown to you once.
      </p>
    ),
    does: 'Reset password',
    run: async () => {
      const { password } = await call<typeof adminResetOperatorPassword>(
        'POST',
        pathTo`/admin/v1/operators/${name}/password`,
      );
      setGiven({ name, password });
    },
  });
}

function disable({ name }: OperatorView): void {
  confirm({
    title: `Disable ${name}?`,
    what: (
      <p>
        The sessions of {name} end within seconds, and {name} cannot log in until you enable the account
        again.
      </p>
    ),
    does: `Disable ${name}`,
    danger: true,
    run: async () => {
      await call<typeof adminDisableOperator>('POST', pathTo`/admin/v1/operators/${name}/disable`);
      toastGood(`${name} is disabled.`);
    },
  });
}

function enable({ name, role }: OperatorView): void {
  confirm({
    title: `Enable ${name}?`,
    what: (
      <p>
        {name} can log in again with the {role} role.
      </p>
    ),
    does: `Enable ${name}`,
    run: async () => {
      await call<typeof adminEnableOperator>('POST', pathTo`/admin/v1/operators/${name}/enable`);
      toastGood(`${name} can log in again.`);
    },
  });
}

function remove({ name, via }: OperatorView): void {
  confirm({
    title: `Remove ${name}?`,
    what: (
      <p>
        The sessions of {name} end within seconds. What {name} did stays in the audit.
        {via !== 'password' &&
          ` The next login through the provider or proxy adds ${name} again; disable ${name} to prevent that.`}
      </p>
    ),
    does: `Remove ${name}`,
    danger: true,
    run: async () => {
      await call<typeof adminRemoveOperator>('DELETE', pathTo`/admin/v1/operators/${name}`);
      toastGood(`${name} is removed.`);
    },
  });
}
