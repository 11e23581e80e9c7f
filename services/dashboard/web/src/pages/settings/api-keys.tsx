/** The API keys of a tenant, with which programs submit and read its leads. */
import type { adminCreateApiKey, adminListApiKeys, adminRevokeApiKey, ApiKeyView } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { GenerateKey } from './generate-key.js';
import { keyColumns } from './key-columns.js';

export function ApiKeys({ tenant: { tenantId, name, timezone } }: { readonly tenant: TenantSummary }) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/keys`;
  const answer = useAnswer<typeof adminListApiKeys>(path);
  const revoke = ({ prefix }: ApiKeyView) => ({
    what: `Within 5 s every request of ${name} with this key is refused. Leads submitted with it continue. This cannot be undone.`,
    run: () => call<typeof adminRevokeApiKey>('DELETE', pathTo`/admin/v1/tenants/${tenantId}/keys/${prefix}`),
  });
  return (
    <Panel
      title={`API keys of ${name}`}
      actions={
        may('administer') ? (
          <GenerateKey
            title="Generate API key"
            what={`Programs that send this key as X-API-Key can submit and read the leads of ${name}.`}
            make={({ name: keyName, expiresAt }) =>
              call<typeof adminCreateApiKey>('POST', path, {
                body: { name: keyName, expiresAt },
              })
            }
          />
        ) : (
          <NeedsRole what="Generating or revoking a key" role="administer" />
        )
      }
    >
      <Loaded from={answer}>
        {({ keys }) => (
          <Table
            label="API keys"
            columns={keyColumns<ApiKeyView>({ zone: timezone, revoke })}
            rows={keys}
            keyOf={({ prefix, createdAt }) => `${prefix} ${createdAt}`}
            empty={<Empty title="No keys yet">No program can submit leads for {name}.</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}
