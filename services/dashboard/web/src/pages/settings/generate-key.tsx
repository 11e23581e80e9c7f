/** Making a key of either kind: asks what it is for, and shows the key this once. */
import { useState } from 'preact/hooks';
import { roles, type Role } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { confirm, Dialog } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';

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
    let said: Said = { name: '', role: 'view', days: '' };
    confirm({
      title,
      what: (
        <div class="stack">
          <p>{what}</p>
          <Fields first={said} withRole={withRole} onSaid={(now) => (said = now)} />
        </div>
      ),
      does: title,
      run: async () => {
        const { name, role, days } = said;
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
      {made && <ShownOnce made={made} onClose={() => setMade(undefined)} />}
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
  readonly first: Said;
  readonly withRole: boolean;
  readonly onSaid: (said: Said) => void;
}

function Fields({ first, withRole, onSaid }: FieldsProps) {
  const [said, setSaid] = useState(first);
  const change = (part: Partial<Said>): void => {
    const now = { ...said, ...part };
    setSaid(now);
    onSaid(now);
  };
  return (
    <>
      <TextField
        label="What it is for"
        hint="Others recognise it by this, e.g. “landing page”."
        value={said.name}
        onValue={(name) => change({ name })}
        required
        autofocus
      />
      {withRole && (
        <SelectField
          label="Role"
          hint="Each role may do what those before it may."
          value={said.role}
          onValue={(role) => change({ role: role as Role })}
          options={roles.map((role) => ({ value: role, label: role }))}
        />
      )}
      <SelectField
        label="It stops working"
        value={said.days}
        onValue={(days) => change({ days })}
        options={lives}
      />
    </>
  );
}

function ShownOnce({ made: { key, name }, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  return (
    <Dialog title={`The key “${name}”`} onClose={onClose}>
      <p>
        Copy it now: it is shown this once, and Sluice keeps only its fingerprint. A key that is lost is
        replaced by a new one.
      </p>
      <Copied text={key} what="key" />
      <div class="actions">
        <Button main onClick={onClose}>
          I have it
        </Button>
      </div>
    </Dialog>
  );
}
