/** Asks for the value of a secret and saves it. It is in no form that a tab keeps, and is never shown again. */
import type { adminSetSecret } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../api/call.js';
import { pathTo } from '../api/request.js';
import { ask } from './confirm.js';
import { FormText } from './form-fields.js';
import { requiredText } from './form-texts.js';
import { toastGood } from './toast.js';

const schemaFor = (taken: readonly string[]) =>
  z.object({
    name: requiredText().check(
      z.refine(
        (name) => !taken.includes(name),
        'There is one of this name. To use it, write {{ secrets.name }} in the form.',
      ),
    ),
    value: z.string().check(z.minLength(1, 'This is required.')),
  });

interface AskedSecret {
  readonly tenantId: string;
  readonly title: string;
  /** The label of the button. */
  readonly does: string;
  /** The name that is proposed. */
  readonly name?: string | undefined;
  /** Whether it is not asked for. */
  readonly isNamed?: boolean;
  /** Names of secrets that it must not replace. */
  readonly taken?: readonly string[];
  /** Called with the name once it is saved. */
  readonly onSet?: (name: string) => void;
}

export function askForSecret({
  tenantId,
  title,
  does,
  name: proposed = '',
  isNamed,
  taken = [],
  onSet,
}: AskedSecret): void {
  ask({
    title,
    what: 'Requests that refer to it contain the new value within 3 s.',
    does,
    schema: schemaFor(taken),
    initial: { name: proposed, value: '' },
    fields: (
      <>
        {!isNamed && (
          <FormText
            name="name"
            label="Name"
            hint="Lower-case letters, digits and underscores."
            autoComplete="off"
          />
        )}
        <FormText name="value" label="Value" type="password" autoComplete="off" />
      </>
    ),
    run: async ({ name, value }) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/secrets/${name}`;
      // Whoever chose the name means a new one, and somebody else may have set one of that name meanwhile.
      await call<typeof adminSetSecret>('PUT', path, { body: { value, isNew: !isNamed } });
      toastGood(`The secret ${name} is set.`);
      onSet?.(name);
    },
  });
}
