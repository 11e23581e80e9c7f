/** Where a person is logged in, with a way to end it there. */
import type { adminListDevices } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { deviceName } from './device-name.js';
import { changeMe, ME } from './me.js';

export function Devices() {
  const devices = useAnswer<typeof adminListDevices>(`${ME}/devices`);
  return (
    <Panel title="Devices">
      <Loaded from={devices}>
        {({ devices: rows, hasMore }) => (
          <>
            {hasMore && (
              <p>
                These {rows.length} were used last, and there are more. A new password logs all others out.
              </p>
            )}
            <Table
              label="Devices"
              rows={rows}
              keyOf={({ deviceId }) => deviceId}
              cards
              columns={[
                { head: 'Device', cell: ({ userAgent }) => deviceName(userAgent) },
                { head: 'Address', shrink: true, cell: ({ address }) => address || 'unknown' },
                { head: 'Logged in', shrink: true, cell: ({ loggedInAt }) => <TimeAndAge at={loggedInAt} /> },
                { head: 'Last used', shrink: true, cell: ({ lastUsedAt }) => <TimeAndAge at={lastUsedAt} /> },
                {
                  head: 'Actions',
                  shrink: true,
                  cell: ({ isThis, deviceId, userAgent }) =>
                    isThis ? (
                      <Badge tone="good">this one</Badge>
                    ) : (
                      <Button small onClick={() => logOutThere(deviceId, deviceName(userAgent))}>
                        Log out there
                      </Button>
                    ),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function logOutThere(deviceId: string, name: string): void {
  confirm({
    title: 'Log out there',
    what: `${name} is logged out within five seconds and has to log in again.`,
    does: 'Log out there',
    run: () => changeMe(pathTo`/devices/${deviceId}/log-out`),
  });
}
