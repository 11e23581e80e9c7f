/** Vendors' credentials: which are set, and since when. They can be set here but are never shown. */
import type {
  adminListCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  EndpointData,
} from '@sluice/contracts';
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
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';

type Listed = EndpointData<typeof adminListCredentials>;

/** A vendor and its stored credentials. */
interface Vendor {
  readonly provider: string;
  /** The names of the credentials that it accepts. */
  readonly accepts: readonly string[];
  readonly stored: Listed['credentials'][number] | undefined;
}

export function Credentials({ tenant }: { readonly tenant: TenantSummary }) {
  const { tenantId, name } = tenant;
  const loader = useLoad(
    (signal) =>
      call<typeof adminListCredentials>('GET', pathTo`/admin/v1/tenants/${tenantId}/credentials`, { signal }),
    tenantId,
  );
  return (
    <Panel
      title={`Vendor credentials of ${name}`}
      actions={!may('administer') && <NeedsRole what="Setting or removing credentials" role="administer" />}
    >
      <p class="quiet">Credentials are stored encrypted, used by workers, and never shown again.</p>
      <Loaded loader={loader}>
        {({ credentials, accepted }) => (
          <Table
            label="Vendor credentials"
            columns={columnsOf(tenant, loader.reload)}
            rows={accepted.map(({ provider, fields }) => ({
              provider,
              accepts: fields,
              stored: credentials.find((one) => one.provider === provider),
            }))}
            keyOf={({ provider }) => provider}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function columnsOf(tenant: TenantSummary, reload: () => void): readonly Column<Vendor>[] {
  return [
    { head: 'Vendor', cell: ({ provider }) => provider },
    {
      head: 'State',
      shrink: true,
      cell: ({ stored }) => <State stored={stored} />,
    },
    {
      head: 'Fields',
      cell: ({ stored }) => stored?.fields.join(', ') ?? '–',
    },
    {
      head: 'Since',
      shrink: true,
      cell: ({ stored }) => (stored?.setAt == null ? '–' : <Ago at={stored.setAt} />),
    },
    ...(may('administer')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (vendor: Vendor) => (
              <span class="actions">
                <Button small onClick={() => set(tenant, vendor, reload)}>
                  {vendor.stored ? 'Replace' : 'Set'}
                </Button>
                {vendor.stored && (
                  <Button small danger onClick={() => remove(tenant, vendor, reload)}>
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

function State({ stored }: Pick<Vendor, 'stored'>) {
  if (!stored || stored.state === 'not_set') return <Badge>not set</Badge>;
  if (stored.state === 'set') return <Badge tone="good">set</Badge>;
  return (
    <>
      <Badge tone="warn">incomplete</Badge> <span class="quiet">missing: {stored.missing.join(', ')}</span>
    </>
  );
}

function set(
  { tenantId, name }: TenantSummary,
  { provider, accepts, stored }: Vendor,
  reload: () => void,
): void {
  let values: Readonly<Record<string, string>> = {};
  confirm({
    title: `${stored ? 'Replace' : 'Set'} the credentials of ${provider}`,
    what: (
      <div class="stack">
        <p>
          Workers use them for {name} within 3 s.
          {stored && ' They replace all current values: a field left empty is removed.'}
        </p>
        <Values names={accepts} onValues={(typed) => (values = typed)} />
      </div>
    ),
    does: stored ? 'Replace credentials' : 'Set credentials',
    run: async () => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { state, missing } = await call<typeof adminSetCredentials>(
        'PUT',
        pathTo`/admin/v1/tenants/${tenantId}/credentials/${provider}`,
        { body: { values: given } },
      );
      toastGood(
        state === 'set'
          ? `The credentials of ${provider} are set.`
          : `Stored for ${provider}, which cannot be used yet; missing: ${missing.join(', ')}.`,
      );
      reload();
    },
  });
}

const notSecret: ReadonlySet<string> = new Set(['baseUrl', 'apiVersion']);

interface ValuesProps {
  readonly names: readonly string[];
  readonly onValues: (values: Readonly<Record<string, string>>) => void;
}

function Values({ names, onValues }: ValuesProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const change = (name: string, typed: string): void => {
    const now = { ...values, [name]: typed.trim() };
    setValues(now);
    onValues(now);
  };
  return (
    <>
      {names.map((name, index) => (
        <TextField
          key={name}
          label={name}
          type={notSecret.has(name) ? 'text' : 'password'}
          autocomplete="off"
          autofocus={index === 0}
          value={values[name] ?? ''}
          onValue={(typed) => change(name, typed)}
        />
      ))}
    </>
  );
}

function remove({ tenantId, name }: TenantSummary, { provider }: Vendor, reload: () => void): void {
  confirm({
    title: `Remove the credentials of ${provider}?`,
    what: (
      <p>
        Within 3 s workers stop using {provider} for {name}; calls that need it fail until credentials are set
        again. This cannot be undone.
      </p>
    ),
    does: 'Remove credentials',
    danger: true,
    run: async () => {
      await call<typeof adminRemoveCredentials>(
        'DELETE',
        pathTo`/admin/v1/tenants/${tenantId}/credentials/${provider}`,
      );
      toastGood(`The credentials of ${provider} are removed.`);
      reload();
    },
  });
}
