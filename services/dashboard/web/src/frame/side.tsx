/** The side of the frame: the navigation, the theme, and who is logged in. On a phone it opens over the page. */
import { logOut, operator } from '../api/session.js';
import { Button } from '../components/button.js';
import { Segments } from '../components/field.js';
import { useZone } from '../components/zone.js';
import iconUrl from '../design/icon.svg';
import { Navigation } from './navigation.js';
import { theme, themes } from './theme.js';

/** The product's name as a link to its first page. */
export function Brand({ inTop }: { readonly inTop?: boolean }) {
  return (
    <a class={inTop ? 'brand in-top' : 'brand'} href="/" aria-label="Sluice, home">
      <img src={iconUrl} alt="" />
      <span>Sluice</span>
    </a>
  );
}

export function Side({ open }: { readonly open: boolean }) {
  const zone = useZone();
  return (
    <div class={open ? 'side open' : 'side'} id="side">
      <Brand />
      <Navigation />
      <div class="side-foot">
        <Segments
          label="Theme"
          value={theme.value}
          onValue={(chosen) => {
            theme.value = themes.find((each) => each === chosen) ?? 'system';
          }}
          options={[
            { value: 'system', label: 'Auto' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        {zone !== undefined && (
          <p
            class="side-note"
            title="Time zone of the tenant chosen last; another tenant’s pages use that tenant’s zone"
          >
            Times in {zone.replaceAll('_', ' ')}
          </p>
        )}
        <div class="operator">
          <span class="operator-name" title={operator.value?.role}>
            {operator.value?.name}
          </span>
          <Button small plain onClick={logOut}>
            Log out
          </Button>
        </div>
      </div>
    </div>
  );
}
