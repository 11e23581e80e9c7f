/** Logging in; afterwards the page that was asked for is shown. */
import { useEffect, useState } from 'preact/hooks';
import { asProblem } from '../../api/problem.js';
import { loadSession, logIn } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { TextField } from '../../components/field.js';
import iconUrl from '../../design/icon.svg';
import { pageScope } from '../pages.js';
import { backAfterLogin } from './back-after-login.js';

export function LoginPage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    document.title = 'Log in · Sluice';
    const back = backAfterLogin(location);
    history.replaceState(null, '', `/login?${new URLSearchParams({ back }).toString()}`);
  }, []);

  const submit = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const back = backAfterLogin(location);
      await logIn({ username: name, password });
      if (!pageScope.test(back)) return location.assign(back);
      history.replaceState(null, '', back);
      await loadSession();
    } catch (error) {
      setProblem(asProblem(error).message);
    }
  };

  return (
    <main class="login-page">
      <div class="brand">
        <img src={iconUrl} alt="" />
        <span>Sluice</span>
      </div>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>Log in</h1>
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
        <TextField
          label="Name"
          hint="The first person to log in chooses one. Without it, the operator of this installation's own password is meant."
          name="username"
          autocomplete="username"
          autofocus
          value={name}
          onValue={setName}
        />
        <TextField
          label="Operator password"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <Button main type="submit">
          Log in
        </Button>
      </form>
    </main>
  );
}
