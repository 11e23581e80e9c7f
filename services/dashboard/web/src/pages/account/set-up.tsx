/** Sets up a second factor: the secret for the app, a code that confirms it, and the recovery codes, shown once. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { adminConfirmSecondFactor, adminSetUpSecondFactor } from '@sluice/contracts';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { Button } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { FormProblem } from '../../components/form-problem.js';
import { FormText } from '../../components/form-fields.js';
import { submit } from '../../components/submit.js';

const schema = z.object({ code: z.string().check(z.minLength(6, 'Type the six digits.')) });

export function SetUp({ onDone }: { readonly onDone: () => void }) {
  const [secret, setSecret] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const begin = async () => {
    const path = '/admin/v1/me/second-factor/set-up';
    setSecret((await call<typeof adminSetUpSecondFactor>('POST', path)).secret);
  };
  const confirm = submit(form, async (body) => {
    const path = '/admin/v1/me/second-factor/confirm';
    const answer = await call<typeof adminConfirmSecondFactor>('POST', path, { body });
    setCodes(answer.recoveryCodes);
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret === undefined)
    return (
      <Button main onClick={begin}>
        Set up
      </Button>
    );
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void confirm(event)}>
        <p>Type this key into your authenticator app, then the code that the app shows.</p>
        <Copied text={secret} what="key" />
        <FormText name="code" label="Code" autoComplete="one-time-code" required />
        <FormProblem />
        <Button main type="submit">
          Turn on
        </Button>
      </form>
    </FormProvider>
  );
}

export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <>
      <p>Keep these recovery codes: each lets you in once without the app. They are not shown again.</p>
      <Copied text={codes.join(' ')} what="recovery codes" />
      <Button main onClick={onDone}>
        I have saved them
      </Button>
    </>
  );
}
