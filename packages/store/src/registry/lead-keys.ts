/** The keys by which everything that belongs to some leads is found. */
import { keyOf, keyRange } from '../driver/keys.js';

/** Leads of one tenant, and what other records about them are found through. All are ids, without the tenant. */
export interface LeadKeys {
  readonly tenantId: string;
  readonly leads: readonly string[];
  readonly submissions: readonly string[];
  readonly messages: readonly string[];
  /** Effects that a person ordered; webhooks about them have keys that begin with theirs. */
  readonly ordered: readonly string[];
}

/** A filter on keys. */
export type KeyFilter = { readonly _id: { readonly $in: string[] } } | { readonly $or: KeyRange[] };
interface KeyRange {
  readonly _id: ReturnType<typeof keyRange>;
}

/** The documents with these ids; no filter at all if there are none. */
export function withIds(
  { tenantId }: Pick<LeadKeys, 'tenantId'>,
  ids: readonly string[],
): readonly KeyFilter[] {
  return ids.length === 0 ? [] : [{ _id: { $in: ids.map((id) => keyOf(tenantId, id)) } }];
}

/** The database takes longer for a filter of many more ranges than for several filters. */
const RANGES = 100;

/** The documents that depend on those with these ids: their keys begin with theirs. No id contains a dot. */
export function under(
  { tenantId }: Pick<LeadKeys, 'tenantId'>,
  ids: readonly string[],
): readonly KeyFilter[] {
  const ranges = ids.map((id) => ({ _id: keyRange(keyOf(tenantId, `${id}.`)) }));
  const filters: KeyFilter[] = [];
  for (let from = 0; from < ranges.length; from += RANGES)
    filters.push({ $or: ranges.slice(from, from + RANGES) });
  return filters;
}

/** The documents that name these leads, in a collection with an index of leads. */
export function naming({ tenantId, leads }: LeadKeys): readonly {
  readonly tenantId: string;
  readonly leadId: { readonly $in: string[] };
}[] {
  return leads.length === 0 ? [] : [{ tenantId, leadId: { $in: [...leads] } }];
}

/** The part of an id that its request minted it from: all ids of one request share it. */
export function seedOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
