/** Adding a person: a name and a role; the password is shown this once. */
import type { adminAddOperator } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { roles, type Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { PasswordOnce, type GivenPassword } from './password-once.js';

interface Said {
  readonly name: string;
  readonly role: Role;
}

export function AddPerson({ onAdded }: { readonly onAdded: () => void }) {
  const [given, setGiven] = useState<GivenPassword>();
  const ask = (): void => {
    let said: Said = { name: '', role: 'view' };
    confirm({
      title: 'Add a person',
      what: (
        <div class="stack">
          <p>The person logs in with this name and a password that you are shown once.</p>
          <Fields first={said} onSaid={(now) => (said = now)} />
        </div>
      ),
      does: 'Add person',
      run: async () => {
        const body = { name: said.name.trim(), role: said.role };
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

function Fields({ first, onSaid }: { readonly first: Said; readonly onSaid: (said: Said) => void }) {
  const [said, setSaid] = useState(first);
  const change = (part: Partial<Said>): void => {
    const now = { ...said, ...part };
    setSaid(now);
    onSaid(now);
  };
  return (
    <>
      <TextField
        label="Name"
        hint="Letters, digits and . _ @ + -; it stands in the audit at whatever the person does."
        value={said.name}
        onValue={(name) => change({ name })}
        autocomplete="off"
        required
        autofocus
      />
      <RoleField value={said.role} onValue={(role) => change({ role })} />
    </>
  );
}

/** The choice of a role. */
export function RoleField({
  value,
  onValue,
}: {
  readonly value: Role;
  readonly onValue: (role: Role) => void;
}) {
  return (
    <SelectField
      label="Role"
      hint="Each role may do what those before it may."
      value={value}
      onValue={(chosen) => onValue(roles.find((role) => role === chosen) ?? 'view')}
      options={roles.map((role) => ({ value: role, label: role }))}
    />
  );
}
