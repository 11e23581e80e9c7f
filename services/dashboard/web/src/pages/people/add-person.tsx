/** Adding a person with a name and a role; the password is shown only once. */
import type { adminAddOperator } from '@sluice/contracts';
import { adminRoles } from '@sluice/contracts/words';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { Button } from '../../components/button.js';
import { optionsOf } from '../../components/choice.js';
import { ask } from '../../components/confirm.js';
import { FormSelect, FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { PasswordOnce, type GivenPassword } from './password-once.js';

const person = z.object({ name: requiredText(), role: z.enum(adminRoles) });

export function AddPerson() {
  const [given, setGiven] = useState<GivenPassword>();
  const add = (): void =>
    ask({
      title: 'Add a person',
      what: 'The person logs in with this name and a password that is shown to you once.',
      does: 'Add person',
      schema: person,
      initial: { name: '', role: 'view' },
      fields: (
        <>
          <FormText
            name="name"
            label="Name"
            hint="Letters, digits and . _ @ + -. The audit records the person’s actions under this name."
            autoComplete="off"
            required
          />
          <RoleField />
        </>
      ),
      run: async (body) => {
        const { operator, password } = await call<typeof adminAddOperator>('POST', '/admin/v1/operators', {
          body,
        });
        setGiven({ name: operator.name, password });
      },
    });
  return (
    <>
      <Button main onClick={add}>
        Add a person
      </Button>
      {given && <PasswordOnce given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

/** The choice of a role in a form. */
export function RoleField() {
  return (
    <FormSelect
      name="role"
      label="Role"
      hint="Each role includes the ones before it."
      options={optionsOf(adminRoles)}
    />
  );
}
