/** Adding a person with an address and a role; the link to set a password is shown only once. */
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
import { LinkOnce, type GivenLink } from './link-once.js';

const person = z.object({ email: requiredText(), role: z.enum(adminRoles) });

export function AddPerson() {
  const [given, setGiven] = useState<GivenLink>();
  const add = (): void =>
    ask({
      title: 'Add a person',
      what: 'The person sets a password under a link that is shown to you once.',
      does: 'Add person',
      schema: person,
      initial: { email: '', role: 'view' },
      fields: (
        <>
          <FormText
            name="email"
            label="E-mail address"
            type="email"
            hint="The person logs in with it, and the audit records the person’s actions under it."
            autoComplete="off"
            required
          />
          <RoleField />
        </>
      ),
      run: async (body) => {
        const invited = await call<typeof adminAddOperator>('POST', '/admin/v1/operators/invitations', {
          body,
        });
        setGiven({ ...invited, lasts: '7 days' });
      },
    });
  return (
    <>
      <Button main onClick={add}>
        Add a person
      </Button>
      {given && <LinkOnce given={given} onClose={() => setGiven(undefined)} />}
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
