/** Logging in, with all configured ways; afterwards the requested page is shown. */
import { useEffect, useState } from 'preact/hooks';
import { asProblem } from '../../api/problem.js';
import {
  hasLoggedOut,
  loadSession,
  logIn,
  logInByProxy,
  loginWays,
  notRecorded,
  type LoginWays,
} from '../../api/session.js';
import { Button, buttonClass } from '../../components/button.js';
import { TextField } from '../../components/field.js';
import iconUrl from '../../design/icon.svg';
import { pageScope } from '../pages.js';
import { backAfterLogin } from './back-after-login.js';
import { refusalText } from './refusals.js';

export function LoginPage() {
  const [problem, setProblem] = useState(() => refusalText(location.search));
  const [ways, setWays] = useState<LoginWays>();
  const enter = async (begin: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    try {
      const back = backAfterLogin(location);
      await begin();
      notRecorded.value = [];
      if (!pageScope.test(back)) return location.assign(back);
      history.replaceState(null, '', back);
      await loadSession();
    } catch (error) {
      setProblem(asProblem(error).message);
    }
  };
  useEffect(() => {
    document.title = 'Log in · Sluice';
    const back = backAfterLogin(location);
    history.replaceState(null, '', `/login?${new URLSearchParams({ back }).toString()}`);
    loginWays().then(
      (found) => {
        setWays(found);
        if (found.proxy !== null && !hasLoggedOut.value) void enter(logInByProxy);
      },
      // The password form remains.
      () => undefined,
    );
  }, []);

  const hasOthers = ways !== undefined && (ways.oidc !== null || ways.proxy !== null);
  return (
    <main class="login-page">
      <div class="brand">
        <img src={iconUrl} alt="" />
        <span>Sluice</span>
      </div>
      <div class="panel">
        <h1>Log in</h1>
        {notRecorded.value.length > 0 && (
          <p class="notice warn" role="status">
            You are logged out in this browser. {notRecorded.value.join(' ')}
          </p>
        )}
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
        {hasOthers && <OtherWays ways={ways} onProxy={() => enter(logInByProxy)} />}
        <PasswordForm enter={enter} isOnlyWay={!hasOthers} />
      </div>
    </main>
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
        <a class={buttonClass({ main: true })} href={there}>
          Log in with {oidc}
        </a>
      )}
      <p class="quiet">Or with a password:</p>
    </>
  );
}

interface PasswordFormProps {
  readonly enter: (begin: () => Promise<void>) => Promise<void>;
  readonly isOnlyWay: boolean;
}

function PasswordForm({ enter, isOnlyWay }: PasswordFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void enter(() => logIn({ username: name, password }));
      }}
    >
      <TextField
        label="Name"
        hint="Choose one at your first login. If empty, you log in as “operator”."
        name="username"
        autocomplete="username"
        autofocus={isOnlyWay}
        value={name}
        onValue={setName}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
      <Button main={isOnlyWay} type="submit">
        Log in
      </Button>
    </form>
  );
}
