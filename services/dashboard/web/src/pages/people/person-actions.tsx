/** An administrator's operations on another person: role, password, login permission, and removal. */
import { signal, type Signal } from '@preact/signals';
import type {
  adminDisableOperator,
  adminEnableOperator,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminSetOperatorRole,
  OperatorView,
} from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { operator, type Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { RoleField } from '../../components/role-field.js';
import { toastGood } from '../../components/toast.js';
import { PasswordOnce, type GivenPassword } from './password-once.js';

interface PersonActionsProps {
  readonly person: OperatorView;
  readonly reload: () => void;
}

export function PersonActions({ person, reload }: PersonActionsProps) {
  const [given, setGiven] = useState<GivenPassword>();
  // Each of these would end the session that requests it.
  if (person.name === operator.value?.name) return <span class="quiet">ask another administrator</span>;
  return (
    <span class="actions">
      {person.via === 'password' && (
        <>
          <Button small onClick={() => changeRole(person, reload)}>
            Role
          </Button>
          <Button small onClick={() => resetPassword(person, setGiven, reload)}>
            Password
          </Button>
        </>
      )}
      {person.disabledAt === null ? (
        <Button small danger onClick={() => disable(person, reload)}>
          Disable
        </Button>
      ) : (
        <Button small onClick={() => enable(person, reload)}>
          Enable
        </Button>
      )}
      <Button small danger onClick={() => remove(person, reload)}>
        Remove
      </Button>
      {given && <PasswordOnce given={given} onClose={() => setGiven(undefined)} />}
    </span>
  );
}

function changeRole({ name, role }: OperatorView, reload: () => void): void {
  const chosen = signal<Role>(role);
  confirm({
    title: `Change the role of ${name}`,
    what: (
      <div class="stack">
        <p>The sessions of {name} end within seconds; the new role applies from the next login.</p>
        <ChosenRole chosen={chosen} />
      </div>
    ),
    does: 'Change role',
    run: async () => {
      await call<typeof adminSetOperatorRole>('PUT', pathTo`/admin/v1/operators/${name}/role`, {
        body: { role: chosen.value },
      });
      toastGood(`${name} has the ${chosen.value} role.`);
      reload();
    },
  });
}

function ChosenRole({ chosen }: { readonly chosen: Signal<Role> }) {
  return <RoleField value={chosen.value} onValue={(role) => (chosen.value = role)} />;
}

function resetPassword(
  { name, passwordOf }: OperatorView,
  setGiven: (given: GivenPassword) => void,
  reload: () => void,
): void {
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
      reload();
    },
  });
}

function disable({ name }: OperatorView, reload: () => void): void {
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
      reload();
    },
  });
}

function enable({ name, role }: OperatorView, reload: () => void): void {
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
      reload();
    },
  });
}

function remove({ name, via }: OperatorView, reload: () => void): void {
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
      reload();
    },
  });
}
