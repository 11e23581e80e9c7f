/** Generates a key of either kind: asks for its purpose, and shows the key only once. */
import { signal, type Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { RoleField } from '../../components/role-field.js';
import { ShownOnce } from '../../components/shown-once.js';

/** The person's input for a new key. */
interface NewKey {
  readonly name: string;
  /** For admin keys only. */
  readonly role: Role;
  readonly expiresAt?: string;
}

interface GenerateKeyProps {
  /** The label of the button and the title of the dialog, e.g. "Generate API key". */
  readonly title: string;
  /** Who can do what with the key. */
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
  { value: '', label: 'never' },
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
          Copy it now. It is shown only once, because Sluice keeps only its fingerprint. If you lose it,
          generate a new one.
        </ShownOnce>
      )}
    </>
  );
}

interface Said {
  readonly name: string;
  readonly role: Role;
  /** The number of days until it expires; empty if it does not. */
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
        label="Name"
        hint="What the key is for, e.g. “landing page”."
        value={name}
        onValue={(typed) => change({ name: typed })}
        required
        autofocus
      />
      {withRole && <RoleField value={role} onValue={(chosen) => change({ role: chosen })} />}
      <SelectField
        label="Expires"
        value={days}
        onValue={(chosen) => change({ days: chosen })}
        options={lives}
      />
    </>
  );
}
