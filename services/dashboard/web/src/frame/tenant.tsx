/** What pages of one tenant share: the field that chooses it, and what stands in the place of a tenant that is not known yet. */
import { Fragment, type ComponentChildren } from 'preact';
import { useQuery } from '../api/use-query.js';
import { SelectField } from '../components/field.js';
import { Empty, Failed, Loading } from '../components/states.js';
import { Zone } from '../components/zone.js';
import { useNamedTenant, useTenants, type TenantSummary } from './tenants.js';

// They name something of one tenant, and mean nothing, or something else, with another.
const ofOneTenant = {
  campaign: undefined,
  campaignIds: undefined,
  clientIds: undefined,
  offerIds: undefined,
};

/** Chooses the tenant of the page; nothing where there is no choice. */
export function TenantField() {
  const tenants = useTenants();
  const [, change] = useQuery();
  if (tenants.kind !== 'chosen' && tenants.kind !== 'unknown') return null;
  const options = tenants.all.map(({ tenantId, name }) => ({ value: tenantId, label: name }));
  const chosen = tenants.kind === 'chosen' ? tenants.tenant.tenantId : '';
  if (chosen !== '' && options.length < 2) return null;
  return (
    <SelectField
      label="Tenant"
      value={chosen}
      onValue={(tenant) => change({ ...ofOneTenant, tenant })}
      options={chosen === '' ? [{ value: '', label: 'Choose a tenant' }, ...options] : options}
    />
  );
}

/** Shows `children` of the page's tenant, with times in its zone; in its place that tenants are loading, failed, or none is. */
export function OfTenant({ children }: { readonly children: (tenant: TenantSummary) => ComponentChildren }) {
  const tenants = useTenants();
  switch (tenants.kind) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <Failed problem={tenants.problem} reload={tenants.reload} />;
    case 'none':
      return (
        <Empty title="There is no tenant yet">
          <p>
            A tenant comes with its file: <code>sluice apply</code>.
          </p>
        </Empty>
      );
    case 'unknown':
      return (
        <Empty title={`There is no tenant “${tenants.tenantId}”`}>
          <p>Choose one above.</p>
        </Empty>
      );
    case 'chosen':
      return (
        <Zone.Provider value={tenants.tenant.timezone}>
          {/* Another tenant begins with nothing opened, typed or chosen. */}
          <Fragment key={tenants.tenant.tenantId}>{children(tenants.tenant)}</Fragment>
        </Zone.Provider>
      );
  }
}

/** Shows times inside in the zone of the tenant that the page's path names. */
export function InZoneOf({
  tenantId,
  children,
}: {
  readonly tenantId: string;
  readonly children: ComponentChildren;
}) {
  return <Zone.Provider value={useNamedTenant(tenantId)?.timezone}>{children}</Zone.Provider>;
}
