/** The filters of a list of one tenant, kept in the page's address, with a button that clears them. */
import type { ReactNode } from 'react';
import { useAddress } from '../api/use-address.js';
import { Filters } from '../components/filters.js';

interface ListFiltersProps {
  readonly label: string;
  /** The names of the filters in the address. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

export function ListFilters({ label, names, children }: ListFiltersProps) {
  const [address, change] = useAddress();
  const isSet = names.some((name) => address[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <Filters label={label} onClear={isSet ? clear : undefined}>
      {children}
    </Filters>
  );
}
