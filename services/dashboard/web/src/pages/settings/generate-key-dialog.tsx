/** The question before a key is generated: what it is for, and how long it lives. */
import { adminRoles } from '@sluice/contracts/words';
import * as z from 'zod/mini';
import { ask } from '../../components/confirm.js';
import { FormSelect, FormText } from '../../components/form-fields.js';
import { instantAfter, requiredText } from '../../components/form-texts.js';
import { RoleField } from '../people/role-field.js';

export { ShownOnce } from '../../components/shown-once.js';

const DAY_MS = 24 * 60 * 60_000;

const newKey = z.object({
  name: requiredText('Say what it is for.'),
  /** For admin keys only. */
  role: z.enum(adminRoles),
  expiresAt: instantAfter(DAY_MS),
});
export type NewKey = z.infer<typeof newKey>;

interface Question {
  readonly title: string;
  readonly what: string;
  readonly withRole: boolean;
  readonly run: (key: NewKey) => Promise<unknown>;
}

const lives = [
  { value: '', label: 'never' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
];

export function askForKey({ title, what, withRole, run }: Question): void {
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
    run,
  });
}
