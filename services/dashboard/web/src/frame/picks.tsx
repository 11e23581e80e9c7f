/** Fields that pick a campaign, a client, an offer or a supplier of a tenant, searched on the server by id and name. */
import type {
  adminListCampaigns,
  adminListClients,
  adminListItems,
  adminListOffers,
  adminListSuppliers,
  EndpointData,
} from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { pathTo } from '../api/request.js';
import { useAddress } from '../api/use-address.js';
import type { Option } from '../components/field.js';
import { PickField, type PickFieldProps } from '../components/pick-field.js';
import { useTenants } from './tenants.js';

const RESTS_AFTER_MS = 200;
const SHOWN = 20;
const STALE_MS = 60_000;

/** What can be picked: of a list, or the items of a section that are not archived. */
type Picked = 'campaigns' | 'clients' | 'offers' | 'suppliers' | `items/${string}`;

interface Found {
  readonly options: readonly Option[];
  readonly hasMore: boolean;
}

type Search = (tenantId: string, search: string, signal: AbortSignal) => Promise<Found>;

/** The lists that are searched: below the tenant by the same name, each with what its pages offer. */
const sources: Readonly<Record<string, Search>> = {
  campaigns: searching<typeof adminListCampaigns>('campaigns', ({ campaigns }) =>
    campaigns.map(({ campaignId, name }) => optionOf(campaignId, name)),
  ),
  clients: searching<typeof adminListClients>('clients', ({ clients }) =>
    clients.map(({ clientId, name }) => optionOf(clientId, name)),
  ),
  offers: searching<typeof adminListOffers>('offers', ({ offers }) =>
    offers.map(({ offerId, name }) => optionOf(offerId, name)),
  ),
  suppliers: searching<typeof adminListSuppliers>(
    'suppliers',
    ({ suppliers }) => suppliers.map(({ supplierId, name }) => optionOf(supplierId, name)),
    // Leads of one that is archived are looked for too.
    { archived: 'true', numbers: 'false' },
  ),
};

function searchOf(of: Picked): Search {
  const known = sources[of];
  if (known) return known;
  const [, section = ''] = of.split('/');
  return async (tenantId, search, signal) => {
    const path = pathTo`/admin/v1/tenants/${tenantId}/items/${section}`;
    const query = { search, limit: SHOWN };
    const { items, nextCursor } = await call<typeof adminListItems>('GET', path, { query, signal });
    const options = items.map(({ id, name }) =>
      name === id ? { value: id, label: id } : optionOf(id, name),
    );
    return { options, hasMore: nextCursor !== null };
  };
}

function searching<List>(
  of: Picked,
  optionsOn: (page: EndpointData<List>) => readonly Option[],
  more: Readonly<Record<string, string>> = {},
): Search {
  return async (tenantId, search, signal) => {
    const path = pathTo`/admin/v1/tenants/${tenantId}/${of}`;
    const page = await call<List>('GET', path, { query: { search, limit: SHOWN, ...more }, signal });
    const { nextCursor } = page as { readonly nextCursor: string | null };
    return { options: optionsOn(page), hasMore: nextCursor !== null };
  };
}

function optionOf(value: string, name: string): Option {
  return { value, label: `${name} (${value})` };
}

export interface PickProps extends Pick<PickFieldProps, 'label' | 'none' | 'many' | 'required' | 'hint'> {
  readonly of: Picked;
}

/** A filter of the page's tenant, kept in the page's address; several values are separated by commas. */
export function PickFilter({ name, ...props }: PickProps & { readonly name: string }) {
  const tenants = useTenants();
  const [address, change] = useAddress();
  if (tenants.kind !== 'chosen') return null;
  return (
    <Pick
      {...props}
      key={tenants.tenant.tenantId}
      tenantId={tenants.tenant.tenantId}
      values={valuesOf(address[name])}
      onValues={(values) => change({ [name]: values.join() })}
    />
  );
}

/** The values in a text that separates them by commas or spaces. */
export function valuesOf(text = ''): readonly string[] {
  return text.split(/[\s,]+/).filter((value) => value !== '');
}

export interface PickValuesProps extends PickProps {
  readonly tenantId: string;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  readonly problem?: string | undefined;
}

/** A field with these values. */
export function Pick({ of, tenantId, values, onValues, ...props }: PickValuesProps) {
  const [search, setSearch] = useState<string>();
  const found = useFound(of, tenantId, search);
  const { data: named = [] } = useQuery({
    queryKey: ['picked', of, tenantId, values],
    queryFn: ({ signal }) =>
      Promise.all(values.slice(0, SHOWN).map((value) => searchOf(of)(tenantId, value, signal))),
    staleTime: STALE_MS,
    enabled: values.length > 0,
  });
  // What was picked from the list has its name at once.
  const [seen, setSeen] = useState<readonly Option[]>([]);
  const options = [...seen, ...named.flatMap((found) => found.options)];
  const picked = values.map(
    (value) => options.find((option) => option.value === value) ?? { value, label: value },
  );
  return (
    <PickField
      {...props}
      picked={picked}
      onPicked={(next) => {
        setSeen([...picked, ...(found?.options ?? [])]);
        onValues(next);
      }}
      options={found?.options}
      hasMore={found?.hasMore ?? false}
      onSearch={setSearch}
    />
  );
}

/** The first matches of a search, once the person stops typing; undefined until then. Without a search nothing is asked for. */
export function useFound(of: Picked, tenantId: string, search: string | undefined): Found | undefined {
  const rested = useRested(search);
  const { data } = useQuery({
    queryKey: ['pick', of, tenantId, rested],
    queryFn: ({ signal }) => searchOf(of)(tenantId, rested ?? '', signal),
    staleTime: STALE_MS,
    enabled: rested !== undefined,
  });
  return rested === search?.trim() ? data : undefined;
}

// What is typed, once the person stops typing.
function useRested(text: string | undefined): string | undefined {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    // The list opens at once.
    const timer = setTimeout(() => setRested(text?.trim()), text ? RESTS_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
