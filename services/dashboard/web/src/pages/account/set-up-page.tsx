/** The only page of a person who has to set up a second factor first. */
import { loadSession, logOut } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { SetUp } from './set-up.js';

export default function SetUpPage() {
  return (
    <main className="login-page">
      <div className="panel">
        <h1>Set up a second factor</h1>
        <p>Your password alone is not enough here. Add Sluice to an authenticator app first.</p>
        <SetUp onDone={() => void loadSession()} />
        <Button plain onClick={logOut}>
          Log out
        </Button>
      </div>
    </main>
  );
}
