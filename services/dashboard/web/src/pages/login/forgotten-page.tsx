/** Asks for a link to set a new password. What it says is the same whether there is such an account or not. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgotPassword } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { submit } from '../../components/submit.js';
import { BrandPanel } from './brand-panel.js';

const forgotten = z.object({
  email: z.string().check(z.minLength(1, 'Type your e-mail address.')),
});

export default function ForgottenPage() {
  const [isSent, setIsSent] = useState(false);
  const form = useForm({ resolver: zodResolver(forgotten), defaultValues: { email: '' } });
  const send = submit(form, async (fields) => {
    await forgotPassword(fields);
    setIsSent(true);
  });
  return (
    <BrandPanel title="Forgotten your password?">
      {isSent ? (
        <p className="notice good" role="status">
          If this address has an account with a password, a mail with a link is on its way. The link is valid
          for 30 minutes.
        </p>
      ) : (
        <FormProvider {...form}>
          <form className="stack" noValidate onSubmit={(event) => void send(event)}>
            <FormProblem />
            <FormText
              name="email"
              label="E-mail address"
              type="email"
              autoComplete="username"
              autoFocus
              required
            />
            <Button main type="submit">
              Send a link
            </Button>
          </form>
        </FormProvider>
      )}
      <p>
        <a href="/login">Log in</a>
      </p>
    </BrandPanel>
  );
}
