/** Making a key of either kind: asks what it is for, and shows the key this once. */
import { signal, type Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { RoleField } from '../../components/role-field.js';
import { ShownOnce } from '../../components/shown-once.js';

/** What a person says about a new key. */
interface NewKey {
  readonly name: string;
  /** Of an admin key alone. */
  readonly role: Role;
  readonly expiresAt?: string;
}

interface GenerateKeyProps {
  /** On the button and over the dialog, e.g. "Generate API key". */
  readonly title: string;
  /** Who may do what with it. */
  readonly what: string;
  readonly withRole?: boolean;
  readonly make: (key: NewKey) => Promise<Made>;
  readonly onMade: () => void;
}

interface Made {
  readonly key: string;
  readonly name: string;
}

const DAY_MS = 24 * 60 * 60_000;

const lives = [
  { value: '', label: 'when it is revoked' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
];

export function GenerateKey({ title, what, withRole = false, make, onMade }: GenerateKeyProps) {
  const [made, setMade] = useState<Made>();
  const ask = (): void => {
    const said = signal<Said>({ name: '', role: 'view', days: '' });
    confirm({
      title,
      what: (
        <div class="stack">
          <p>{what}</p>
          <Fields said={said} withRole={withRole} />
        </div>
      ),
      does: title,
      run: async () => {
        const { name, role, days } = said.value;
        const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
        setMade(await make({ name: name.trim(), role, ...(days !== '' && { expiresAt }) }));
        onMade();
      },
    });
  };
  return (
    <>
      <Button main onClick={ask}>
        {title}
      </Button>
      {made && (
        <ShownOnce
          title={`The key “${made.name}”`}
          secret={made.key}
          kind="key"
          onClose={() => setMade(undefined)}
        >
          Copy it now: it is shown this once, and Sluice keeps only its fingerprint. A key that is lost is
          replaced by a new one.
        </ShownOnce>
      )}
    </>
  );
}

interface Said {
  readonly name: string;
  readonly role: Role;
  /** Until it stops working by itself; empty when it does not. */
  readonly days: string;
}

interface FieldsProps {
  readonly said: Signal<Said>;
  readonly withRole: boolean;
}

function Fields({ said, withRole }: FieldsProps) {
  const change = (part: Partial<Said>) => (said.value = { ...said.value, ...part });
  const { name, role, days } = said.value;
  return (
    <>
      <TextField
        label="What it is for"
        hint="Others recognise it by this, e.g. “landing page”."
        value={name}
        onValue={(typed) => change({ name: typed })}
        required
        autofocus
      />
      {withRole && <RoleField value={role} onValue={(chosen) => change({ role: chosen })} />}
      <SelectField
        label="It stops working"
        value={days}
        onValue={(chosen) => change({ days: chosen })}
        options={lives}
      />
    </>
  );
}
