/** The page of a link: an invitation, or a link to set a password. The link's token stays in the browser. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  acceptInvitation,
  loadSession,
  logOut,
  resetPassword,
  useSession,
  type Session,
} from '../../api/session.js';
import { asProblem } from '../../api/problem.js';
import { Button } from '../../components/button.js';
import { FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { areAlike, NewPassword } from '../../components/new-password.js';
import { submit } from '../../components/submit.js';
import { showAddress } from './back-after-login.js';
import { BrandPanel } from './brand-panel.js';
import { FORGOTTEN, forgetInvitation, INVITATION, keepInvitation, linkToken } from './link-pages.js';

const link = z
  .object({ token: z.string(), name: z.string(), password: z.string(), again: z.string() })
  .check(areAlike);

export default function LinkPage() {
  const [isSet, setIsSet] = useState(false);
  const { session } = useSession();
  const isInvitation = location.pathname === INVITATION;
  const title = isInvitation ? 'Welcome to Sluice' : 'Set a new password';
  return (
    <BrandPanel title={title}>
      {isSet ? (
        <p className="notice good" role="status">
          Your password is set, and all your sessions have ended. <a href="/login">Log in</a>
        </p>
      ) : isInvitation && typeof session === 'object' ? (
        <AcceptForm session={session} />
      ) : (
        <PasswordForm isInvitation={isInvitation} onSet={() => setIsSet(true)} />
      )}
    </BrandPanel>
  );
}

const TO_LOGIN = `/login?${new URLSearchParams({ back: INVITATION }).toString()}`;

async function accept(body: Readonly<Record<string, string>>): Promise<void> {
  try {
    await acceptInvitation(body);
    forgetInvitation();
  } catch (error) {
    if (asProblem(error).of('token') !== undefined) forgetInvitation();
    throw error;
  }
  showAddress('/');
  await loadSession();
}

/** Whoever is logged in types nothing. */
function AcceptForm({ session: { name, who } }: { readonly session: Session }) {
  const form = useForm({ defaultValues: { token: linkToken() } });
  const send = submit(form, accept);
  const { token, root } = form.formState.errors;
  const leave = async () => {
    keepInvitation(form.getValues('token'));
    await logOut();
  };
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void send(event)}>
        {token && <DeadLink isInvitation />}
        <FormProblem />
        <Button main type="submit">
          Accept as {name === who ? who : `${name} (${who})`}
        </Button>
        {root ? <Button onClick={leave}>Log out first</Button> : <a href="/">Not now</a>}
      </form>
    </FormProvider>
  );
}

function DeadLink({ isInvitation }: { readonly isInvitation: boolean }) {
  return (
    <p className="notice bad" role="alert">
      This link is wrong, used or no longer valid.{' '}
      {isInvitation ? 'Ask for a new one.' : <a href={FORGOTTEN}>Ask for a new one</a>}
    </p>
  );
}

interface PasswordFormProps {
  readonly isInvitation: boolean;
  readonly onSet: () => void;
}

function PasswordForm({ isInvitation, onSet }: PasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(link),
    defaultValues: { token: linkToken(), name: '', password: '', again: '' },
  });
  const send = submit(form, async ({ again: _again, name, ...sent }) => {
    if (!isInvitation) {
      await resetPassword(sent);
      return onSet();
    }
    await accept({ ...sent, name });
  });
  const { token } = form.formState.errors;
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void send(event)}>
        {token && <DeadLink isInvitation={isInvitation} />}
        <FormProblem />
        {isInvitation && (
          <p>
            You have an account already?{' '}
            <a href={TO_LOGIN} onClick={() => keepInvitation(form.getValues('token'))}>
              Log in to accept
            </a>
          </p>
        )}
        {isInvitation && <FormText name="name" label="Your name" autoComplete="name" autoFocus />}
        <NewPassword label="Password" />
        <Button main type="submit">
          {isInvitation ? 'Set password and go in' : 'Set password'}
        </Button>
      </form>
    </FormProvider>
  );
}
