/** A tenant's live configuration in the shape of a tenant file. */
import { SECRET_MARK, sections, type Section, type Tenant } from '@sluice/contracts';
import type { Catalog, TenantStores } from '@sluice/store';
import { keptFields, shownNames, type Item } from './sections.js';

/** The live configuration as a tenant file, without the values of secrets and without vendors' credentials. */
export interface LiveFile extends Tenant, Record<Section, readonly Item[]> {
  /** Absent if the tenant has none. */
  readonly secrets?: Readonly<Record<string, typeof SECRET_MARK>>;
}

/** The stored configuration of a tenant, by kind and id. */
export type Stored = Readonly<Record<Section, ReadonlyMap<string, Item>>>;

/**
 * Reads each kind with one query, however many items it has. With `wholeSets`, only these value sets have their values,
 * which may be millions.
 */
export async function readStored(
  stores: Pick<TenantStores, Section>,
  wholeSets?: readonly string[],
): Promise<Stored> {
  const read = await Promise.all(
    sections.map(async ({ section, id }) => {
      const catalog = stores[section] as unknown as Catalog<Item>;
      const isLight = section === 'valueSets' && wholeSets !== undefined;
      const all = await catalog.all(isLight ? 'values' : undefined);
      const whole = isLight ? await Promise.all(wholeSets.map((set) => catalog.find(set))) : [];
      const found = [...all, ...whole.filter((item) => item !== undefined)];
      return [section, new Map(found.map((item) => [String(item[id]), item]))] as const;
    }),
  );
  return Object.fromEntries(read) as unknown as Stored;
}

/** The tenant file that changes nothing when it is applied; `secrets` are the names of the tenant's secrets. */
export function liveFile(tenant: Tenant, stored: Stored, secrets: readonly string[]): LiveFile {
  const listed = sections.map(
    ({ section }) => [section, [...stored[section].values()].map(asWritten)] as const,
  );
  const marked = Object.fromEntries(secrets.map((name) => [name, SECRET_MARK]));
  const file = {
    ...tenant,
    ...(secrets.length > 0 && { secrets: marked }),
    ...Object.fromEntries(listed),
  } as unknown as LiveFile;
  const phoneNumbers = file.phoneNumbers.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { ...file, phoneNumbers };
}

/** An item as a tenant file writes it. */
export function asWritten(item: Item): Item {
  const kept = Object.entries(item).filter(
    ([field, value]) => value !== undefined && !keptFields.includes(field) && !shownNames.includes(field),
  );
  return { ...Object.fromEntries(kept), ...(item['archivedAt'] !== undefined && { archived: true }) };
}

function placeOf({ position }: Item): number {
  return typeof position === 'number' ? position : Number.MAX_SAFE_INTEGER;
}
