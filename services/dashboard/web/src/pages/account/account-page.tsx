/** One's own account: name, password, second factor, provider, and the devices on which one is logged in. */
import type { adminGetMe, EndpointData } from '@sluice/contracts';
import * as z from 'zod/mini';
import { loadSession } from '../../api/session.js';
import { useAnswer } from '../../api/queries.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/confirm.js';
import { Facts } from '../../components/figure.js';
import { FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { areAlike, NewPassword } from '../../components/new-password.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Devices } from './devices.js';
import { changeMe, ME } from './me.js';
import { Provider } from './provider.js';
import { SecondFactor } from './second-factor.js';

type Account = NonNullable<EndpointData<typeof adminGetMe>['account']>;

export default function AccountPage() {
  const me = useAnswer<typeof adminGetMe>(ME);
  return (
    <>
      <PageHead title="Account">What you are called, how you log in, and where you are logged in.</PageHead>
      <Loaded from={me}>
        {({ account }) =>
          account && (
            <>
              <Person account={account} />
              {account.hasPassword && <SecondFactor recoveryCodes={account.recoveryCodes} />}
              <Provider account={account} />
            </>
          )
        }
      </Loaded>
      <Devices />
    </>
  );
}

function Person({ account: { name, address, hasPassword } }: { readonly account: Account }) {
  return (
    <Panel
      title="You"
      actions={
        <>
          <Button onClick={() => changeName(name)}>Change name</Button>
          {hasPassword && <Button onClick={changePassword}>Change password</Button>}
        </>
      }
    >
      <Facts
        facts={[
          ['Name', name],
          ['E-mail address', address],
        ]}
      />
    </Panel>
  );
}

function changeName(name: string): void {
  ask({
    title: 'Change name',
    what: 'Pages call you by it. The audit goes on naming your address.',
    does: 'Change name',
    schema: z.object({ name: requiredText() }),
    initial: { name },
    fields: <FormText name="name" label="Name" autoComplete="name" required />,
    run: async (body) => {
      await changeMe('/name', body);
      await loadSession();
    },
  });
}

const typed = z.string().check(z.minLength(1, 'This is required.'));
const passwords = z.object({ current: typed, password: typed, again: typed }).check(areAlike);

function changePassword(): void {
  ask({
    title: 'Change password',
    what: 'You stay logged in here, and are logged out everywhere else. A mail tells you that it was changed.',
    does: 'Change password',
    schema: passwords,
    initial: { current: '', password: '', again: '' },
    fields: (
      <>
        <FormText
          name="current"
          label="Present password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPassword label="New password" />
      </>
    ),
    run: ({ again: _again, ...body }) => changeMe('/password', body),
  });
}
