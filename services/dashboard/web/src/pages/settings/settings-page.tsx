/** Settings, each a page with an address of its own: of a tenant, and of the whole installation. `/settings` lists them. */
import type { ReactNode } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { addressOf } from '../../api/request.js';
import { may, type OperationId } from '../../api/session.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { AddTenant } from '../../frame/add-tenant.js';
import { OfTenant } from '../../frame/tenant.js';
import { useTenantInAddress, type TenantSummary } from '../../frame/tenants.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { AdminKeys } from './admin-keys.js';
import { ApiKeys } from './api-keys.js';
import { CallsOutside } from './calls-outside.js';
import { Credentials } from './credentials.js';
import { Retention } from './retention.js';
import { Secrets } from './secrets.js';
import { SetUp } from './set-up.js';
import { TenantFile } from './tenant-file.js';

interface Part {
  /** The last part of its address. */
  readonly part: string;
  readonly name: string;
  readonly what: string;
  /** The operation without which it is not offered. */
  readonly needs: OperationId;
  readonly show: (tenant: TenantSummary) => ReactNode;
}

const parts: readonly Part[] = [
  {
    part: 'keys',
    needs: 'adminListApiKeys',
    name: 'API keys',
    what: 'The keys with which programs submit and read the leads of a tenant.',
    show: (tenant) => <ApiKeys tenant={tenant} />,
  },
  {
    part: 'items',
    needs: 'adminListItems',
    name: 'Set up',
    what: 'Everything that a tenant has, each in a form, and its own settings.',
    show: (tenant) => <SetUp tenant={tenant} />,
  },
  {
    part: 'file',
    needs: 'adminGetCatalog',
    name: 'Tenant file',
    what: 'The clients, campaigns, buyers and settings of a tenant, as one file to read and to change.',
    show: (tenant) => <TenantFile tenant={tenant} />,
  },
  {
    part: 'secrets',
    needs: 'adminListSecrets',
    name: 'Secrets',
    what: 'What requests contain but nobody may read.',
    show: (tenant) => <Secrets tenant={tenant} />,
  },
  {
    part: 'credentials',
    needs: 'adminListCredentials',
    name: 'Vendor credentials',
    what: 'With which mail servers, SMS providers, ad platforms and other vendors are called.',
    show: (tenant) => <Credentials tenant={tenant} />,
  },
  {
    part: 'calls',
    needs: 'adminListTenantHolds',
    name: 'Outbound calls',
    what: 'Hold every call to the outside while something is wrong, and release it.',
    show: (tenant) => <CallsOutside tenant={tenant} />,
  },
  {
    part: 'retention',
    needs: 'adminGetRetention',
    name: 'Retention',
    what: 'How long leads and messages are kept.',
    show: (tenant) => <Retention tenant={tenant} />,
  },
];

const ofInstallation = {
  part: 'admin-keys',
  needs: 'adminListAdminKeys' as const,
  name: 'Admin keys',
  what: 'The keys with which programs do what people do here, for every tenant.',
};

const every = [...parts, ofInstallation];

export default function SettingsPage() {
  const { part } = useParams();
  const { tenantId: tenant } = useTenantInAddress();
  const addressIn = (name: string) => addressOf(`/settings/${name}`, { tenant });
  if (part === undefined) return <Index addressIn={addressIn} />;
  const all = every.filter(({ needs }) => may(needs));
  const open = all.find((one) => one.part === part);
  if (!open) return <NotFoundPage />;
  return (
    <>
      <PageHead title={open.name}>{open.what}</PageHead>
      <nav className="tabs" aria-label="Settings">
        {all.map((one) => (
          <NavLink key={one.part} to={addressIn(one.part)}>
            {one.name}
          </NavLink>
        ))}
      </nav>
      {'show' in open ? <OfTenant>{open.show}</OfTenant> : <AdminKeys />}
    </>
  );
}

function Index({ addressIn }: { readonly addressIn: (part: string) => string }) {
  const all = every.filter(({ needs }) => may(needs));
  return (
    <>
      <PageHead title="Settings" actions={<AddTenant />}>
        Keys, configuration and holds of a tenant and of the installation.
      </PageHead>
      <Panel>
        <ul className="choices">
          {all.map(({ part, name, what }) => (
            <li key={part}>
              <Link to={addressIn(part)}>{name}</Link>
              <p className="quiet">{what}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
