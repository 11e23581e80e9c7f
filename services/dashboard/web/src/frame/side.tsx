/** The side of the frame: the navigation, the theme, and who is logged in. On a phone it opens over the page. */
import { Link } from 'react-router';
import { logOut, operator } from '../api/session.js';
import { Button } from '../components/button.js';
import { Segments } from '../components/segments.js';
import { useZone } from '../components/zone.js';
import iconUrl from '../design/icon.svg';
import { Navigation } from './navigation.js';
import { TenantPicker } from './tenant.js';
import { useThemes } from './theme.js';

/** The product's name as a link to its first page. */
export function Brand({ inTop }: { readonly inTop?: boolean }) {
  return (
    <Link className={inTop ? 'brand in-top' : 'brand'} to="/" aria-label="Sluice, home">
      <img src={iconUrl} alt="" />
      <span>Sluice</span>
    </Link>
  );
}

export function Side({ open }: { readonly open: boolean }) {
  const zone = useZone();
  const { chosen } = useThemes();
  const person = operator();
  const gatewayUrl = person?.gatewayUrl;
  return (
    <aside className={open ? 'side open' : 'side'} id="side" aria-label="Menu">
      <Brand />
      <TenantPicker />
      <Navigation />
      <div className="side-foot">
        <Segments
          label="Theme"
          value={chosen}
          onValue={(theme) => useThemes.setState({ chosen: theme })}
          options={[
            { value: 'system', label: 'Auto' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        {zone !== undefined && (
          <p className="side-note" title="Time zone of the chosen tenant">
            Times in {zone.replaceAll('_', ' ')}
          </p>
        )}
        <ul className="references">
          {gatewayUrl !== undefined && (
            <li>
              <a href={`${gatewayUrl}/docs/`} target="_blank" rel="noreferrer">
                Documentation
              </a>
            </li>
          )}
          {person?.role && (
            <li>
              <a href="/docs/" target="_blank">
                Admin API
              </a>
            </li>
          )}
        </ul>
        <div className="operator">
          <Link className="operator-name" title="Your account" to="/account">
            {person?.name}
          </Link>
          <Button small plain onClick={logOut}>
            Log out
          </Button>
        </div>
      </div>
    </aside>
  );
}
