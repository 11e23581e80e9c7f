/** The navigation: all pages, with the open one marked. */
import { useLocation } from 'preact-iso';
import { Icon } from '../components/icon.js';
import { CountBadge } from '../components/badge.js';
import { pages } from '../pages/pages.js';
import { counts } from './counts.js';

export function Navigation() {
  const { path } = useLocation();
  return (
    <nav class="navigation" aria-label="Dashboard">
      <ul>
        {pages.map(({ name, path: own, icon }) => {
          const count = counts.value[own];
          return (
            <li key={own}>
              <a href={own} aria-current={isOpen(own, path) ? 'page' : undefined}>
                <Icon name={icon} />
                {name}
                {count !== undefined && count > 0 && <CountBadge tone="bad" count={count} />}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function isOpen(own: string, path: string): boolean {
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
