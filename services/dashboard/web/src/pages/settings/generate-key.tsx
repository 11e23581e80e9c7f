/** Generates a key of either kind: asks for its purpose, and shows the key only once. */
import { adminRoles } from '@sluice/contracts/words';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../components/button.js';
import { ask } from '../../components/confirm.js';
import { FormSelect, FormText } from '../../components/form-fields.js';
import { instantAfter, requiredText } from '../../components/form-texts.js';
import { ShownOnce } from '../../components/shown-once.js';
import { RoleField } from '../people/add-person.js';

const DAY_MS = 24 * 60 * 60_000;

const newKey = z.object({
  name: requiredText('Say what it is for.'),
  /** For admin keys only. */
  role: z.enum(adminRoles),
  expiresAt: instantAfter(DAY_MS),
});
type NewKey = z.infer<typeof newKey>;

interface GenerateKeyProps {
  /** The label of the button and the title of the dialog, e.g. "Generate API key". */
  readonly title: string;
  /** Who can do what with the key. */
  readonly what: string;
  readonly withRole?: boolean;
  readonly make: (key: NewKey) => Promise<Made>;
}

interface Made {
  readonly key: string;
  readonly name: string;
}

const lives = [
  { value: '', label: 'never' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
];

export function GenerateKey({ title, what, withRole = false, make }: GenerateKeyProps) {
  const [made, setMade] = useState<Made>();
  const generate = (): void =>
    ask({
      title,
      what,
      does: title,
      schema: newKey,
      initial: { name: '', role: 'view', expiresAt: '' },
      fields: (
        <>
          <FormText name="name" label="Name" hint="What the key is for, e.g. “landing page”." required />
          {withRole && <RoleField />}
          <FormSelect name="expiresAt" label="Expires" options={lives} />
        </>
      ),
      run: async (key) => setMade(await make(key)),
    });
  return (
    <>
      <Button main onClick={generate}>
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
