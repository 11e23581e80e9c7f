/**
 * For the pages of one tenant: the field that chooses the tenant, and the placeholder while the tenant is
 * unknown.
 */
import { Fragment, type ReactNode } from 'react';
import { useAddress } from '../api/use-address.js';
import { SelectField } from '../components/field.js';
import { Empty, Failed, Loading } from '../components/states.js';
import { Zone } from '../components/zone.js';
import { useNamedTenant, useTenants, type TenantSummary } from './tenants.js';

// These name something of one tenant and would mean nothing, or something else, for another.
const ofOneTenant = {
  campaign: undefined,
  campaignId: undefined,
  clientId: undefined,
  leadId: undefined,
  campaignIds: undefined,
  clientIds: undefined,
  offerIds: undefined,
};

/** Chooses the tenant of the page; nothing if there is only one. */
export function TenantField() {
  const tenants = useTenants();
  const [, change] = useAddress();
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

/**
 * Shows `children` for the page's tenant, with times in its time zone, or a placeholder while tenants are loading,
 * failed or missing.
 */
export function OfTenant({ children }: { readonly children: (tenant: TenantSummary) => ReactNode }) {
  const tenants = useTenants();
  switch (tenants.kind) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <Failed problem={tenants.problem} reload={tenants.reload} />;
    case 'none':
      return (
        <Empty title="No tenants yet">
          <p>
            Apply a tenant file to create one: <code>sluice apply</code>.
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
        <Zone value={tenants.tenant.timezone}>
          {/* Another tenant starts with nothing opened, typed or chosen. */}
          <Fragment key={tenants.tenant.tenantId}>{children(tenants.tenant)}</Fragment>
        </Zone>
      );
  }
}

/** Shows the times inside in the time zone of the tenant that the page's path names. */
export function InZoneOf({
  tenantId,
  children,
}: {
  readonly tenantId: string;
  readonly children: ReactNode;
}) {
  return <Zone value={useNamedTenant(tenantId)?.timezone}>{children}</Zone>;
}
