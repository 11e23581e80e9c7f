/** The page of a link that sets a password: an invitation, or a password link. The link's token stays in the browser. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { acceptInvitation, loadSession, resetPassword } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { submit } from '../../components/submit.js';
import { BrandPanel } from './brand-panel.js';
import { FORGOTTEN, INVITATION } from './link-pages.js';

const link = z.object({ token: z.string(), name: z.string(), password: z.string(), again: z.string() }).check(
  z.refine(({ password, again }) => password === again, {
    path: ['again'],
    error: 'This is not the same password.',
  }),
);

export default function LinkPage() {
  const [isSet, setIsSet] = useState(false);
  const isInvitation = location.pathname === INVITATION;
  const title = isInvitation ? 'Welcome to Sluice' : 'Set a new password';
  return (
    <BrandPanel title={title}>
      {isSet ? (
        <p className="notice good" role="status">
          Your password is set, and all your sessions have ended. <a href="/login">Log in</a>
        </p>
      ) : (
        <PasswordForm isInvitation={isInvitation} onSet={() => setIsSet(true)} />
      )}
    </BrandPanel>
  );
}

interface PasswordFormProps {
  readonly isInvitation: boolean;
  readonly onSet: () => void;
}

function PasswordForm({ isInvitation, onSet }: PasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(link),
    defaultValues: { token: location.hash.slice(1), name: '', password: '', again: '' },
  });
  const send = submit(form, async ({ again: _again, name, ...sent }) => {
    if (!isInvitation) {
      await resetPassword(sent);
      return onSet();
    }
    await acceptInvitation({ ...sent, name });
    history.replaceState(null, '', '/');
    await loadSession();
  });
  const { token, root } = form.formState.errors;
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void send(event)}>
        {token && (
          <p className="notice bad" role="alert">
            This link is wrong, used or no longer valid.{' '}
            {isInvitation ? 'Ask for a new one.' : <a href={FORGOTTEN}>Ask for a new one</a>}
          </p>
        )}
        <FormProblem />
        {root && isInvitation && <a href="/login">Log in</a>}
        {isInvitation && <FormText name="name" label="Your name" autoComplete="name" autoFocus />}
        <FormText
          name="password"
          label="Password"
          type="password"
          hint="At least 12 characters, and not easy to guess."
          autoComplete="new-password"
          required
        />
        <FormText
          name="again"
          label="The password again"
          type="password"
          autoComplete="new-password"
          required
        />
        <Button main type="submit">
          {isInvitation ? 'Set password and go in' : 'Set password'}
        </Button>
      </form>
    </FormProvider>
  );
}
