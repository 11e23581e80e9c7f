/** A filter that is a client of the page's tenant, chosen by its name and kept in the page's address. */
import type { adminListClients } from '@sluice/contracts';
import { useAnswer } from '../api/queries.js';
import { pathTo } from '../api/request.js';
import { useAddress } from '../api/use-address.js';
import { Choice } from '../components/choice.js';
import { useTenants } from './tenants.js';

interface ClientFieldProps {
  /** The label for no choice. */
  readonly any: string;
}

export function ClientField({ any }: ClientFieldProps) {
  const tenants = useTenants();
  return tenants.kind === 'chosen' && <OfTenant tenantId={tenants.tenant.tenantId} any={any} />;
}

function OfTenant({ tenantId, any }: ClientFieldProps & { readonly tenantId: string }) {
  const { data } = useAnswer<typeof adminListClients>(pathTo`/admin/v1/tenants/${tenantId}/clients`);
  const [{ clientId: chosen }] = useAddress();
  const options = (data?.clients ?? []).map(({ clientId, name }) => ({
    value: clientId,
    label: `${name} (${clientId})`,
  }));
  const isUnknown = chosen !== undefined && options.every(({ value }) => value !== chosen);
  const shown = isUnknown ? [...options, { value: chosen, label: chosen }] : options;
  return <Choice name="clientId" label="Client" any={any} options={shown} />;
}
