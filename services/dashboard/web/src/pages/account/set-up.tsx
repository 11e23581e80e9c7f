/** Sets up a second factor: the key for the app as a picture and as text, and a code that confirms it. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { adminConfirmSecondFactor, adminSetUpSecondFactor } from '@sluice/contracts';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { requiredText } from '../../components/form-texts.js';
import { submit } from '../../components/submit.js';
import { changeMe } from './me.js';
import { QrCode } from './qr-code.js';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

const schema = z.object({ code: requiredText('Type the six digits.') });

/** `onCodes` shows the recovery codes, and goes on once they are saved. */
export function SetUp({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<Begun>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const begin = async () => setBegun(await changeMe<typeof adminSetUpSecondFactor>('/second-factor/set-up'));
  const confirm = submit(form, async (body) => {
    const answer = await changeMe<typeof adminConfirmSecondFactor>('/second-factor/confirm', body);
    onCodes(answer.recoveryCodes);
  });
  if (!begun)
    return (
      <Button main onClick={begin}>
        Set up
      </Button>
    );
  return (
    <FormProvider {...form}>
      <form className="stack set-up" noValidate onSubmit={(event) => void confirm(event)}>
        <p>Scan this with an authenticator app, such as Aegis, Google Authenticator or 1Password:</p>
        <QrCode text={begun.uri} label="The key as a QR code; it stands below as text" />
        <p>Or type the key into the app:</p>
        <Copied text={inFours(begun.secret)} what="key" />
        <FormText
          name="code"
          label="Code that the app shows"
          hint="Six digits, which change every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
        />
        <FormProblem />
        <Button main type="submit">
          Turn on
        </Button>
      </form>
    </FormProvider>
  );
}

// Apps take it with spaces, too.
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
