/** The admin keys of the installation, with which programs do what people do in the dashboard. */
import type {
  adminCreateAdminKey,
  AdminKeyView,
  adminListAdminKeys,
  adminRevokeAdminKey,
} from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { GenerateKey } from './generate-key.js';
import { keyColumns } from './key-columns.js';

const PATH = '/admin/v1/admin-keys';

export function AdminKeys() {
  const answer = useAnswer<typeof adminListAdminKeys>(PATH);
  const revoke = ({ prefix }: AdminKeyView) => ({
    what: 'Within 5 s every request with this key is refused. This cannot be undone.',
    run: () => call<typeof adminRevokeAdminKey>('DELETE', pathTo`/admin/v1/admin-keys/${prefix}`),
  });
  const [key, name, ...others] = keyColumns<AdminKeyView>({ revoke });
  return (
    <Panel
      title="Admin keys of the installation"
      actions={
        <GenerateKey
          title="Generate admin key"
          what="Programs with this key can do what its role allows, for every tenant, through the admin API or the sluice command."
          withRole
          make={({ name: keyName, role, expiresAt }) =>
            call<typeof adminCreateAdminKey>('POST', PATH, {
              body: { name: keyName, role, expiresAt },
            })
          }
        />
      }
    >
      <Loaded from={answer}>
        {({ keys }) => (
          <Table
            label="Admin keys"
            columns={[key, name, { head: 'Role', shrink: true, cell: ({ role }) => role }, ...others]}
            rows={keys}
            keyOf={({ prefix, createdAt }) => `${prefix} ${createdAt}`}
            empty={<Empty title="No keys yet">No program can use the admin API.</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}
