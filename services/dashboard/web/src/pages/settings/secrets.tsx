/** A tenant's secrets: their names, and since when each is set. They can be set here but are never shown. */
import type { adminListSecrets, adminRemoveSecret, adminSetSecret, EndpointData } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';

/** A secret that is set, or that the configuration uses although it is not. */
interface Secret {
  readonly name: string;
  readonly setAt?: string;
}

export function Secrets({ tenant }: { readonly tenant: TenantSummary }) {
  const { tenantId, name } = tenant;
  const loader = useLoad(
    (signal) =>
      call<typeof adminListSecrets>('GET', pathTo`/admin/v1/tenants/${tenantId}/secrets`, { signal }),
    tenantId,
  );
  const { reload } = loader;
  return (
    <Panel
      title={`Secrets of ${name}`}
      actions={
        may('administer') ? (
          <Button onClick={() => set(tenant, undefined, reload)}>Set a secret</Button>
        ) : (
          <NeedsRole what="Setting or removing secrets" role="administer" />
        )
      }
    >
      <p class="quiet">
        The tenant file uses them as {'{{ secrets.name }}'}. Values are stored encrypted and never shown
        again.
      </p>
      <Loaded loader={loader}>
        {(listed) =>
          rowsOf(listed).length === 0 ? (
            <Empty title="No secrets" />
          ) : (
            <Table
              label="Secrets"
              columns={columnsOf(tenant, reload)}
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

function columnsOf(tenant: TenantSummary, reload: () => void): readonly Column<Secret>[] {
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
      cell: ({ setAt }) => (setAt === undefined ? '–' : <Ago at={setAt} />),
    },
    ...(may('administer')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (secret: Secret) => (
              <span class="actions">
                <Button small onClick={() => set(tenant, secret, reload)}>
                  {secret.setAt === undefined ? 'Set' : 'Replace'}
                </Button>
                {secret.setAt !== undefined && (
                  <Button small danger onClick={() => remove(tenant, secret, reload)}>
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

function set({ tenantId, name }: TenantSummary, secret: Secret | undefined, reload: () => void): void {
  let typed = { name: secret?.name ?? '', value: '' };
  const does = secret?.setAt === undefined ? 'Set secret' : 'Replace secret';
  confirm({
    title: secret ? `${does} ${secret.name}` : does,
    what: (
      <div class="stack">
        <p>Requests of {name} that refer to it contain the new value within 3 s.</p>
        <NameAndValue known={secret?.name} onTyped={(now) => (typed = now)} />
      </div>
    ),
    does,
    run: async () => {
      await call<typeof adminSetSecret>('PUT', pathTo`/admin/v1/tenants/${tenantId}/secrets/${typed.name}`, {
        body: { value: typed.value },
      });
      toastGood(`The secret ${typed.name} is set.`);
      reload();
    },
  });
}

interface Typed {
  readonly name: string;
  readonly value: string;
}

interface NameAndValueProps {
  /** The name of a secret that exists or is used; otherwise a name is asked for. */
  readonly known: string | undefined;
  readonly onTyped: (typed: Typed) => void;
}

function NameAndValue({ known, onTyped }: NameAndValueProps) {
  const [typed, setTyped] = useState<Typed>({ name: known ?? '', value: '' });
  const change = (part: Partial<Typed>): void => {
    const now = { ...typed, ...part };
    setTyped(now);
    onTyped(now);
  };
  return (
    <>
      {known === undefined && (
        <TextField
          label="Name"
          hint="Lower-case letters, digits and underscores."
          autocomplete="off"
          autofocus
          value={typed.name}
          onValue={(name) => change({ name: name.trim() })}
        />
      )}
      <TextField
        label="Value"
        type="password"
        autocomplete="off"
        autofocus={known !== undefined}
        value={typed.value}
        onValue={(value) => change({ value })}
      />
    </>
  );
}

function remove({ tenantId, name }: TenantSummary, secret: Secret, reload: () => void): void {
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
      reload();
    },
  });
}
