/** The filters of a list of one tenant, kept in the page's address, with a button that clears them. */
import type { ComponentChildren } from 'preact';
import { useQuery } from '../api/use-query.js';
import { Filters } from '../components/filters.js';
import { TenantField } from './tenant.js';

interface ListFiltersProps {
  readonly label: string;
  /** The names of the filters in the address. */
  readonly names: readonly string[];
  readonly children: ComponentChildren;
}

export function ListFilters({ label, names, children }: ListFiltersProps) {
  const [query, change] = useQuery();
  const isSet = names.some((name) => query[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <Filters label={label} onClear={isSet ? clear : undefined}>
      <TenantField />
      {children}
    </Filters>
  );
}
