/** The two fields of a form in which a person chooses a password. */
import * as z from 'zod/mini';
import { FormText } from './form-fields.js';

/** Both fields are typed alike. */
export const areAlike = z.refine<{ password: string; again: string }>(
  ({ password, again }) => password === again,
  { path: ['again'], error: 'This is not the same password.' },
);

/** `label` is what the password is called, such as `New password`. */
export function NewPassword({ label }: { readonly label: string }) {
  const fields = { type: 'password', autoComplete: 'new-password', required: true } as const;
  return (
    <>
      <FormText
        {...fields}
        name="password"
        label={label}
        hint="At least 12 characters, and not easy to guess."
      />
      <FormText {...fields} name="again" label={`The ${label.toLowerCase()} again`} />
    </>
  );
}
