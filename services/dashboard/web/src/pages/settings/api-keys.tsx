/** The API keys of a tenant, with which programs submit and read its leads; or those of one of its suppliers. */
import type { adminCreateApiKey, adminListApiKeys, adminRevokeApiKey, ApiKeyView } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { GenerateKey } from './generate-key.js';
import { keyColumns } from './key-columns.js';

interface ApiKeysProps {
  readonly tenant: Pick<TenantSummary, 'tenantId'> & Partial<TenantSummary>;
  /** Whose keys alone are shown. */
  readonly supplier?: { readonly supplierId: string; readonly name: string };
}

export function ApiKeys({
  tenant: { tenantId, name: company = tenantId, timezone },
  supplier,
}: ApiKeysProps) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/keys`;
  const answer = useAnswer<typeof adminListApiKeys>(path);
  const { supplierId, name } = supplier ?? { name: company };
  const revoke = ({ prefix }: ApiKeyView) => ({
    what: `Within 5 s every request of ${name} with this key is refused. Leads submitted with it continue. This cannot be undone.`,
    run: () => call<typeof adminRevokeApiKey>('DELETE', pathTo`/admin/v1/tenants/${tenantId}/keys/${prefix}`),
  });
  const [prefix, called, ...others] = keyColumns<ApiKeyView>({ zone: timezone, revoke });
  return (
    <Panel
      title={`API keys of ${name}`}
      actions={
        may('adminCreateApiKey') ? (
          <GenerateKey
            title="Generate API key"
            what={
              supplier
                ? `With this key, sent as X-API-Key, ${name} submits leads and reads what became of its own.`
                : `Programs that send this key as X-API-Key can submit and read the leads of ${name}.`
            }
            make={({ name: keyName, expiresAt }) =>
              call<typeof adminCreateApiKey>('POST', path, {
                body: { name: keyName, expiresAt, supplierId },
              })
            }
          />
        ) : (
          <NeedsRole what="Generating or revoking a key" role="administer" />
        )
      }
    >
      <Loaded from={answer}>
        {({ keys }) => {
          const shown = supplier ? keys.filter((key) => key.supplierId === supplierId) : keys;
          const hasOthers = !supplier && shown.some((key) => key.supplierId !== undefined);
          return (
            <Table
              label="API keys"
              columns={[prefix, called, ...(hasOthers ? [holder(tenantId)] : []), ...others]}
              rows={shown}
              keyOf={(key) => `${key.prefix} ${key.createdAt}`}
              empty={
                <Empty title="No keys yet">
                  {supplier ? `${name} cannot submit leads.` : `No program can submit leads for ${name}.`}
                </Empty>
              }
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

function holder(tenantId: string): Column<ApiKeyView> {
  return {
    head: 'Supplier',
    cell: ({ supplierId }) =>
      supplierId !== undefined && <Link to={pathTo`/suppliers/${tenantId}/${supplierId}`}>{supplierId}</Link>,
  };
}
