/** The secrets that an item refers to and that nobody has set, each with the dialog that saves it. */
import { secretNamesIn, secretReference, withSecrets } from '@sluice/contracts/words';
import type { adminListSecrets } from '@sluice/contracts';
import { useAnswer } from '../api/queries.js';
import { pathTo } from '../api/request.js';
import { may } from '../api/session.js';
import { askForSecret } from '../components/ask-for-secret.js';
import { Button } from '../components/button.js';
import { NeedsRole } from '../components/needs-role.js';
import { Panel } from '../components/panel.js';
import { isObject, type Item } from './values.js';
import type { ReadExample } from './endpoint/paste-example.js';

interface UnsetSecretsProps {
  readonly tenantId: string;
  readonly item: Item;
  /** Those that an example proposed, with their places in it. */
  readonly proposed: ReadExample['secrets'];
  /** Changes the item as it is by then, to one with another name of a secret. */
  readonly onChange: (change: (item: Item) => Item) => void;
}

export function UnsetSecrets({ item, ...props }: UnsetSecretsProps) {
  const names = secretNamesIn(JSON.stringify(item));
  return names.length === 0 ? null : <Unset {...props} names={names} />;
}

function Unset({
  tenantId,
  names,
  proposed,
  onChange,
}: Omit<UnsetSecretsProps, 'item'> & { readonly names: readonly string[] }) {
  const { data } = useAnswer<typeof adminListSecrets>(pathTo`/admin/v1/tenants/${tenantId}/secrets`);
  const taken = data?.secrets.map(({ name }) => name) ?? names;
  const unset = names.filter((name) => !taken.includes(name));
  if (unset.length === 0) return null;
  const save = (name: string) =>
    askForSecret({
      ...{ tenantId, name, taken, title: 'Save a secret', does: 'Save secret' },
      onSet: (chosen) => chosen !== name && onChange((item) => renamed(item, name, chosen) as Item),
    });
  return (
    <Panel title="Secrets to save first">
      <p>The form refers to them, and nobody has set them. What needs them is not sent.</p>
      <ul>
        {unset.map((name) => (
          <li key={name} className="row">
            <code className="break">{name}</code>
            <span className="quiet">{proposed.find((one) => one.name === name)?.of}</span>
            {may('adminSetSecret', tenantId) ? (
              <Button small label={`Save the secret ${name}`} onClick={() => save(name)}>
                Save…
              </Button>
            ) : (
              <NeedsRole what="Saving it" role="administer" />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string')
    return withSecrets(value, (name, reference) => (name === from ? secretReference(to) : reference));
  if (Array.isArray(value)) return value.map((each) => renamed(each, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, from, to)]));
}
