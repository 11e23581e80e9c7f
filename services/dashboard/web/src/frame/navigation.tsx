/** The navigation: all pages, with the open one marked. */
import { NavLink } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { CountBadge } from '../components/badge.js';
import { Icon } from '../components/icon.js';
import { pages } from '../pages/pages.js';
import { useNow } from './live-now.js';

export function Navigation() {
  const counts = useNow(useShallow((now) => now.counts));
  return (
    <nav className="navigation" aria-label="Dashboard">
      <ul>
        {pages.map(({ name, path, icon }) => {
          const count = counts[path];
          return (
            <li key={path}>
              <NavLink to={path} end={path === '/'}>
                <Icon name={icon} />
                {name}
                {count !== undefined && count > 0 && <CountBadge tone="bad" count={count} />}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
