/** The navigation: all pages, in groups, with the open one marked. */
import { NavLink } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { addressOf } from '../api/request.js';
import { CountBadge } from '../components/badge.js';
import { Icon } from '../components/icon.js';
import { tenantOfPage, useSession } from '../api/session.js';
import { pagesOffered } from '../pages/pages.js';
import { useNow } from './live-now.js';
import { useTenantInAddress } from './tenants.js';

export function Navigation() {
  const counts = useNow(useShallow((now) => now.counts));
  const { tenantId: tenant } = useTenantInAddress();
  // What the person may use can change while the page is open.
  useSession();
  return (
    <nav className="navigation" aria-label="Dashboard">
      {pagesOffered(tenant ?? tenantOfPage()).map((group) => (
        <ul key={group.name} aria-label={group.name}>
          <li aria-hidden="true" className="group">
            {group.name}
          </li>
          {group.pages.map(({ name, path, icon }) => {
            const count = counts[path];
            return (
              <li key={path}>
                <NavLink to={addressOf(path, { tenant })} end={path === '/'}>
                  <Icon name={icon} />
                  {name}
                  {count !== undefined && count > 0 && <CountBadge tone="bad" count={count} />}
                </NavLink>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}
