/** Adding a person with a name and a role; the password is shown only once. */
import { signal, type Signal } from '@preact/signals';
import type { adminAddOperator } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { RoleField } from '../../components/role-field.js';
import { PasswordOnce, type GivenPassword } from './password-once.js';

interface Said {
  readonly name: string;
  readonly role: Role;
}

export function AddPerson({ onAdded }: { readonly onAdded: () => void }) {
  const [given, setGiven] = useState<GivenPassword>();
  const ask = (): void => {
    const said = signal<Said>({ name: '', role: 'view' });
    confirm({
      title: 'Add a person',
      what: (
        <div class="stack">
          <p>The person logs in with this name and a password that is shown to you once.</p>
          <Fields said={said} />
        </div>
      ),
      does: 'Add person',
      run: async () => {
        const { name, role } = said.value;
        const body = { name: name.trim(), role };
        const { operator, password } = await call<typeof adminAddOperator>('POST', '/admin/v1/operators', {
          body,
        });
        setGiven({ name: operator.name, password });
        onAdded();
      },
    });
  };
  return (
    <>
      <Button main onClick={ask}>
        Add a person
      </Button>
      {given && <PasswordOnce given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

function Fields({ said }: { readonly said: Signal<Said> }) {
  const { name, role } = said.value;
  return (
    <>
      <TextField
        label="Name"
        hint="Letters, digits and . _ @ + -. The audit records the person’s actions under this name."
        value={name}
        onValue={(typed) => (said.value = { role, name: typed })}
        autocomplete="off"
        required
        autofocus
      />
      <RoleField value={role} onValue={(chosen) => (said.value = { name, role: chosen })} />
    </>
  );
}
