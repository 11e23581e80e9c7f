/** The choice of the tenant, once for all pages, and the placeholder of a tenant's page while the tenant is unknown. */
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { operator } from '../api/session.js';
import { useAddress } from '../api/use-address.js';
import { SelectField } from '../components/field.js';
import { Empty, Failed, Loading } from '../components/states.js';
import { Zone } from '../components/zone.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { AddTenant } from './add-tenant.js';
import { placeOfOther } from './other-tenant.js';
import { useTenantInAddress, useTenants, type TenantSummary } from './tenants.js';

// These name something of one tenant and would mean nothing, or something else, for another.
const ofOneTenant = {
  campaign: undefined,
  campaignId: undefined,
  clientId: undefined,
  leadId: undefined,
  campaignIds: undefined,
  placedCampaignIds: undefined,
  counted: undefined,
  cause: undefined,
  clientIds: undefined,
  offerIds: undefined,
  supplierIds: undefined,
  subId1: undefined,
};

/** Chooses the tenant; nothing if there is only one. From a page of one thing of a tenant it leads to the other's list. */
export function TenantPicker() {
  const tenants = useTenants();
  const [, change] = useAddress();
  const { inPath } = useTenantInAddress();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (tenants.kind !== 'chosen' && tenants.kind !== 'unknown') return null;
  const options = tenants.all.map(({ tenantId, name }) => ({ value: tenantId, label: name }));
  const chosen = tenants.kind === 'chosen' ? tenants.tenant.tenantId : '';
  if (chosen !== '' && options.length < 2) return null;
  return (
    <SelectField
      label="Tenant"
      value={chosen}
      onValue={(tenant) =>
        inPath === undefined
          ? change({ ...ofOneTenant, tenant })
          : void navigate(placeOfOther(pathname, tenant))
      }
      options={chosen === '' ? [{ value: '', label: 'Choose a tenant' }, ...options] : options}
    />
  );
}

/** Shows `children` for the page's tenant, or a placeholder while tenants are loading, failed or missing. */
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
          <p>A tenant is the company whose clients, campaigns and leads these are.</p>
          <AddTenant />
        </Empty>
      );
    case 'unknown':
      if (operator()?.role === null) return <NotFoundPage />;
      return (
        <Empty title={`There is no tenant “${tenants.tenantId}”`}>
          <p>Choose one in the menu.</p>
        </Empty>
      );
    case 'chosen':
      // Another tenant starts with nothing opened, typed or chosen. The frame may learn its zone a moment later, and what is
      // asked for meanwhile would be of other days.
      return (
        <Zone key={tenants.tenant.tenantId} value={tenants.tenant.timezone}>
          {children(tenants.tenant)}
        </Zone>
      );
  }
}
