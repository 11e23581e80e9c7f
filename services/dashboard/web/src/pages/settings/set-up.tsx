/** The kinds of things that a tenant has, each with its list, and the settings of the tenant. */
import { sections } from '@sluice/contracts/words';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Panel } from '../../components/panel.js';
import type { TenantSummary } from '../../frame/tenants.js';

export function SetUp({ tenant: { tenantId, name } }: { readonly tenant: TenantSummary }) {
  return (
    <Panel title={name}>
      <ul>
        <li>
          <Link to={pathTo`/items/${tenantId}/tenant/${tenantId}`}>Settings of the tenant</Link>
        </li>
        {sections.map(({ section, title }) => (
          <li key={section}>
            <Link to={pathTo`/items/${tenantId}/${section}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
