/** The OpenID provider with which a person can log in to the same account: connected, or to be connected. */
import { useQuery } from '@tanstack/react-query';
import { connectProvider, loginWays, operator } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { Panel } from '../../components/panel.js';
import { refusalText } from '../login/refusals.js';
import { changeMe } from './me.js';

interface ProviderProps {
  readonly account: { readonly isConnected: boolean; readonly hasPassword: boolean };
}

export function Provider({ account: { isConnected, hasPassword } }: ProviderProps) {
  const { data: ways } = useQuery({ queryKey: ['/login/ways'], queryFn: loginWays });
  const name = ways?.oidc ?? 'the login provider';
  if (!isConnected && !ways?.oidc) return null;
  const problem = refusalText(location.search);
  const action = isConnected
    ? hasPassword && <Button onClick={() => disconnect(name)}>Disconnect</Button>
    : operator()?.via === 'password' && <Button onClick={connect}>Connect</Button>;
  return (
    <Panel title="Login provider" actions={action}>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <p>{isConnected ? `You can log in with ${name}.` : howToConnect(name)}</p>
      {isConnected && hasPassword && (
        <p className="quiet">A login there asks for no second factor of Sluice: the provider has its own.</p>
      )}
    </Panel>
  );
}

function howToConnect(name: string): string {
  return operator()?.via === 'password'
    ? `Connect ${name} to log in there as well as with your password.`
    : `To connect ${name}, log in with your password.`;
}

async function connect(): Promise<void> {
  location.assign((await connectProvider('/account')).url);
}

function disconnect(name: string): void {
  confirm({
    title: `Disconnect ${name}`,
    what: `You then log in with your password. Sessions that began with ${name} end.`,
    does: 'Disconnect',
    run: () => changeMe('/provider/disconnect'),
  });
}
