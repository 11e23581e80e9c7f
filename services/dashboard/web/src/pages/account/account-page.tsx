/** One's own account: name, password, second factor, and the devices on which one is logged in. */
import type { adminGetMe, adminListDevices } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { queryClient, useAnswer } from '../../api/queries.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { SetUp } from './set-up.js';

const ME = '/admin/v1/me';
const typed = z.string().check(z.minLength(1, 'Type something.'));
const post = async (path: string, body?: Readonly<Record<string, string>>) => {
  await call('POST', ME + path, body && ({ body } as never));
  await queryClient.invalidateQueries();
};

export default function AccountPage() {
  const me = useAnswer<typeof adminGetMe>(ME);
  const devices = useAnswer<typeof adminListDevices>(`${ME}/devices`);
  return (
    <>
      <PageHead title="Account">Your name, password, second factor and devices.</PageHead>
      <Loaded from={me}>
        {({ account }) => (
          <>
            <Panel
              title={account?.name ?? 'Name'}
              actions={
                <>
                  <Button onClick={() => changeName(account?.name ?? '')}>Change name</Button>
                  <Button onClick={changePassword}>Change password</Button>
                </>
              }
            >
              <p>{account?.address}</p>
            </Panel>
            <Panel title="Second factor">
              {account?.recoveryCodes == null ? (
                <SetUp onDone={() => void queryClient.invalidateQueries()} />
              ) : (
                <>
                  <p>On, with {account.recoveryCodes} recovery codes left.</p>
                  <Button danger onClick={turnOff}>
                    Turn off
                  </Button>
                </>
              )}
            </Panel>
          </>
        )}
      </Loaded>
      <Panel title="Devices">
        <Loaded from={devices}>
          {({ devices: rows }) => (
            <Table
              label="Devices"
              rows={rows}
              keyOf={({ deviceId }) => deviceId}
              columns={[
                { head: 'Browser', cell: ({ userAgent }) => userAgent || 'unknown' },
                { head: 'Address', shrink: true, cell: ({ address }) => address },
                { head: 'Last used', shrink: true, cell: ({ lastUsedAt }) => <TimeAndAge at={lastUsedAt} /> },
                {
                  head: 'Actions',
                  shrink: true,
                  cell: ({ isThis, deviceId }) =>
                    isThis ? (
                      'this one'
                    ) : (
                      <Button small onClick={() => logOutThere(deviceId)}>
                        Log out there
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function changeName(name: string): void {
  ask({
    title: 'Change name',
    what: 'Others see this name on pages.',
    does: 'Change name',
    schema: z.object({ name: typed }),
    initial: { name },
    fields: <FormText name="name" label="Name" autoComplete="name" required />,
    run: (body) => post('/name', body),
  });
}

function changePassword(): void {
  ask({
    title: 'Change password',
    what: 'You are logged out on all other devices.',
    does: 'Change password',
    schema: z.object({ current: typed, password: typed }),
    initial: { current: '', password: '' },
    fields: (
      <>
        <FormText
          name="current"
          label="Present password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormText name="password" label="New password" type="password" autoComplete="new-password" required />
      </>
    ),
    run: (body) => post('/password', body),
  });
}

function turnOff(): void {
  ask({
    title: 'Turn off the second factor',
    what: 'Your password alone then lets you in.',
    does: 'Turn off',
    danger: true,
    schema: z.object({ password: typed, code: typed }),
    initial: { password: '', code: '' },
    fields: (
      <>
        <FormText name="password" label="Password" type="password" autoComplete="current-password" required />
        <FormText name="code" label="Code, or a recovery code" autoComplete="one-time-code" required />
      </>
    ),
    run: (body) => post('/second-factor/remove', body),
  });
}

function logOutThere(deviceId: string): void {
  confirm({
    title: 'Log out there',
    what: 'That device has to log in again.',
    does: 'Log out there',
    run: () => post(`/devices/${encodeURIComponent(deviceId)}/log-out`),
  });
}
