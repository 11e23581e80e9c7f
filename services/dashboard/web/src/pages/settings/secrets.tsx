/** A tenant's secrets: their names, and since when each is set. They can be set here but are never shown. */
import type { adminListSecrets, adminRemoveSecret, EndpointData } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { askForSecret } from '../../components/ask-for-secret.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';

/** A secret that is set, or that the configuration uses although it is not. */
interface Secret {
  readonly name: string;
  readonly setAt?: string;
}

export function Secrets({ tenant }: { readonly tenant: TenantSummary }) {
  const { tenantId, name } = tenant;
  const answer = useAnswer<typeof adminListSecrets>(pathTo`/admin/v1/tenants/${tenantId}/secrets`);
  return (
    <Panel
      title={`Secrets of ${name}`}
      actions={
        may('adminSetSecret') ? (
          <Button onClick={() => set(tenant, undefined)}>Set a secret</Button>
        ) : (
          <NeedsRole what="Setting or removing secrets" role="administer" />
        )
      }
    >
      <p className="quiet">
        The tenant file uses them as {'{{ secrets.name }}'}. Values are stored encrypted and never shown
        again.
      </p>
      <Loaded from={answer}>
        {(listed) =>
          rowsOf(listed).length === 0 ? (
            <Empty title="No secrets" />
          ) : (
            <Table
              label="Secrets"
              columns={columnsOf(tenant)}
              rows={rowsOf(listed)}
              keyOf={(secret) => secret.name}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function rowsOf({ secrets, missing }: EndpointData<typeof adminListSecrets>): readonly Secret[] {
  return [...missing.map((name) => ({ name })), ...secrets];
}

function columnsOf(tenant: TenantSummary): readonly Column<Secret>[] {
  return [
    { head: 'Name', cell: ({ name }) => <code>{name}</code> },
    {
      head: 'State',
      shrink: true,
      cell: ({ setAt }) =>
        setAt === undefined ? <Badge tone="bad">used, not set</Badge> : <Badge tone="good">set</Badge>,
    },
    {
      head: 'Since',
      shrink: true,
      cell: ({ setAt }) => (setAt === undefined ? '–' : <TimeAndAge at={setAt} />),
    },
    ...(may('adminRemoveSecret')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (secret: Secret) => (
              <span className="actions">
                <Button small onClick={() => set(tenant, secret)}>
                  {secret.setAt === undefined ? 'Set' : 'Replace'}
                </Button>
                {secret.setAt !== undefined && (
                  <Button small danger onClick={() => remove(tenant, secret)}>
                    Remove
                  </Button>
                )}
              </span>
            ),
          },
        ]
      : []),
  ];
}

/** Asks for the value of a secret, and for its name unless it exists or is used. */
function set({ tenantId }: TenantSummary, secret: Secret | undefined): void {
  const does = secret?.setAt === undefined ? 'Set secret' : 'Replace secret';
  const title = secret ? `${does} ${secret.name}` : does;
  askForSecret({ tenantId, title, does, name: secret?.name, isNamed: secret !== undefined });
}

function remove({ tenantId, name }: TenantSummary, secret: Secret): void {
  confirm({
    title: `Remove the secret ${secret.name}?`,
    what: (
      <p>
        Within 3 s requests of {name} that refer to it are no longer sent; their leads end as errors until it
        is set again. This cannot be undone.
      </p>
    ),
    does: 'Remove secret',
    danger: true,
    run: async () => {
      await call<typeof adminRemoveSecret>(
        'DELETE',
        pathTo`/admin/v1/tenants/${tenantId}/secrets/${secret.name}`,
      );
      toastGood(`The secret ${secret.name} is removed.`);
    },
  });
}
