/** Vendors' credentials: which are set, and since when. They can be set here but are never shown. */
import type {
  adminListCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  EndpointData,
} from '@sluice/contracts';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { givenTexts } from '../../components/form-texts.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
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
  const answer = useAnswer<typeof adminListCredentials>(pathTo`/admin/v1/tenants/${tenantId}/credentials`);
  return (
    <Panel
      title={`Vendor credentials of ${name}`}
      actions={
        !may('adminSetCredentials') && <NeedsRole what="Setting or removing credentials" role="administer" />
      }
    >
      <p className="quiet">Credentials are stored encrypted, used by workers, and never shown again.</p>
      <Loaded from={answer}>
        {({ credentials, accepted }) => (
          <Table
            label="Vendor credentials"
            columns={columnsOf(tenant)}
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

function columnsOf(tenant: TenantSummary): readonly Column<Vendor>[] {
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
      cell: ({ stored }) => (stored?.setAt == null ? '–' : <TimeAndAge at={stored.setAt} />),
    },
    ...(may('adminSetCredentials')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (vendor: Vendor) => (
              <span className="actions">
                <Button small onClick={() => set(tenant, vendor)}>
                  {vendor.stored ? 'Replace' : 'Set'}
                </Button>
                {vendor.stored && (
                  <Button small danger onClick={() => remove(tenant, vendor)}>
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
      <Badge tone="warn">incomplete</Badge>{' '}
      <span className="quiet">missing: {stored.missing.join(', ')}</span>
    </>
  );
}

const notSecret: ReadonlySet<string> = new Set(['baseUrl', 'apiVersion']);

function set({ tenantId, name }: TenantSummary, { provider, accepts, stored }: Vendor): void {
  ask({
    title: `${stored ? 'Replace' : 'Set'} the credentials of ${provider}`,
    what: (
      <p>
        Workers use them for {name} within 3 s.
        {stored && ' They replace all current values: a field left empty is removed.'}
      </p>
    ),
    does: stored ? 'Replace credentials' : 'Set credentials',
    schema: givenTexts,
    initial: Object.fromEntries(accepts.map((field) => [field, ''])),
    fields: accepts.map((field) => (
      <FormText
        key={field}
        name={field}
        label={field}
        type={notSecret.has(field) ? 'text' : 'password'}
        autoComplete="off"
      />
    )),
    run: async (values) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/credentials/${provider}`;
      const { state, missing } = await call<typeof adminSetCredentials>('PUT', path, { body: { values } });
      toastGood(
        state === 'set'
          ? `The credentials of ${provider} are set.`
          : `Stored for ${provider}, which cannot be used yet; missing: ${missing.join(', ')}.`,
      );
    },
  });
}

function remove({ tenantId, name }: TenantSummary, { provider }: Vendor): void {
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
    },
  });
}
