/** How an item of the catalog is stored. */

/** A catalog item as stored: its key, its tenant and the item. */
export interface CatalogDocument<T> {
  readonly _id: string;
  readonly tenantId: string;
  readonly item: T;
  /** The version that the last plan made which wrote the item. */
  readonly plan?: number;
  readonly hash?: ItemHash;
}

/**
 * Names an item without the fields that the service keeps, as it was with this plan and this `updatedAt`. With others, a
 * process that knows nothing of hashes has changed it.
 */
interface ItemHash {
  readonly of: string;
  readonly plan?: number;
  readonly updatedAt?: string;
}

/** The hash of the item, if it is that of the item as it is. */
export function hashIn({ hash, plan, item }: CatalogDocument<object>): string | undefined {
  const { updatedAt } = item as { readonly updatedAt?: string };
  return hash?.plan === plan && hash?.updatedAt === updatedAt ? hash?.of : undefined;
}
