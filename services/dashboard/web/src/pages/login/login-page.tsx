/** Logging in, with all configured ways; afterwards the requested page is shown. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { asProblem } from '../../api/problem.js';
import {
  loadSession,
  logIn,
  logInByProxy,
  loginWays,
  sendCode,
  useSession,
  type LoginWays,
} from '../../api/session.js';
import { Button, buttonClass } from '../../components/button.js';
import { FormText } from '../../components/form-fields.js';
import { isPage } from '../pages.js';
import { backAfterLogin, showAddress } from './back-after-login.js';
import { BrandPanel } from './brand-panel.js';
import { FORGOTTEN } from './link-pages.js';
import { refusalText } from './refusals.js';

export default function LoginPage() {
  const { hasLoggedOut, notRecorded } = useSession();
  const [problem, setProblem] = useState(() => refusalText(location.search));
  const { data: ways } = useQuery({ queryKey: ['/login/ways'], queryFn: loginWays });
  const [needsCode, setNeedsCode] = useState(false);
  const enter = async (begin: () => Promise<boolean | void>): Promise<void> => {
    setProblem(undefined);
    try {
      const back = backAfterLogin(location);
      if ((await begin()) === true) return setNeedsCode(true);
      useSession.setState({ notRecorded: [] });
      if (!isPage(back)) return location.assign(back);
      showAddress(back);
      await loadSession();
    } catch (error) {
      setProblem(asProblem(error).message);
    }
  };
  const enterByProxy = useEffectEvent(() => void enter(logInByProxy));
  useEffect(() => {
    const back = backAfterLogin(location);
    showAddress(`/login?${new URLSearchParams({ back }).toString()}`);
  }, []);
  const isKnown = ways !== undefined && ways.proxy !== null;
  useEffect(() => {
    if (isKnown && !hasLoggedOut) enterByProxy();
  }, [isKnown, hasLoggedOut]);

  const hasOthers = ways !== undefined && (ways.oidc !== null || ways.proxy !== null);
  return (
    <BrandPanel title="Log in">
      {notRecorded.length > 0 && (
        <p className="notice warn" role="status">
          You are logged out in this browser. {notRecorded.join(' ')}
        </p>
      )}
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {needsCode && <CodeForm enter={enter} onBack={() => setNeedsCode(false)} />}
      {!needsCode && hasOthers && <OtherWays ways={ways} onProxy={() => enter(logInByProxy)} />}
      {!needsCode && <PasswordForm enter={enter} isOnlyWay={!hasOthers} />}
    </BrandPanel>
  );
}

interface OtherWaysProps {
  readonly ways: LoginWays;
  readonly onProxy: () => Promise<void>;
}

function OtherWays({ ways: { oidc, proxy }, onProxy }: OtherWaysProps) {
  const there = `/login/oidc?${new URLSearchParams({ back: backAfterLogin(location) }).toString()}`;
  return (
    <>
      {proxy !== null && (
        <Button main onClick={() => void onProxy()}>
          Continue as {proxy}
        </Button>
      )}
      {oidc !== null && (
        <a className={buttonClass({ main: true })} href={there}>
          Log in with {oidc}
        </a>
      )}
      <p className="quiet">Or with a password:</p>
    </>
  );
}

type Enter = (begin: () => Promise<boolean | void>) => Promise<void>;

interface PasswordFormProps {
  readonly enter: Enter;
  readonly isOnlyWay: boolean;
}

const login = z.object({
  email: z.string().check(z.minLength(1, 'Type your e-mail address.')),
  password: z.string().check(z.minLength(1, 'Type your password.')),
});

function PasswordForm({ enter, isOnlyWay }: PasswordFormProps) {
  const form = useForm({ resolver: zodResolver(login), defaultValues: { email: '', password: '' } });
  const submit = form.handleSubmit((fields) => enter(() => logIn(fields)));
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormText
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus={isOnlyWay}
          required
        />
        <FormText name="password" label="Password" type="password" autoComplete="current-password" required />
        <Button main={isOnlyWay} type="submit">
          Log in
        </Button>
        <a href={FORGOTTEN}>Forgotten your password?</a>
      </form>
    </FormProvider>
  );
}

const second = z.object({ code: z.string().check(z.minLength(1, 'Type a code.')) });

function CodeForm({ enter, onBack }: { readonly enter: Enter; readonly onBack: () => void }) {
  const form = useForm({ resolver: zodResolver(second), defaultValues: { code: '' } });
  const submit = form.handleSubmit((fields) => enter(() => sendCode(fields)));
  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormText
          name="code"
          label="Code of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoFocus
          required
        />
        <Button main type="submit">
          Log in
        </Button>
        <Button plain onClick={onBack}>
          Back
        </Button>
      </form>
    </FormProvider>
  );
}
