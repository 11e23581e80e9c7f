/** Which tenants have work that is past due. */
import type { Collection, Document, Filter } from 'mongodb';

/**
 * The tenants that have anything due by `dueAt`. Skips from tenant to tenant along the index, without reading the
 * entries in between.
 */
export async function overdueTenants<T extends { readonly tenantId: string; readonly dueAt?: Date }>(
  collection: Collection<T>,
  dueAt: { readonly $lte: Date },
): Promise<string[]> {
  const tenants: string[] = [];
  for (;;) {
    const after: Filter<T> = { tenantId: { $gt: tenants.at(-1) ?? '' }, dueAt } as Filter<Document>;
    const [next] = await collection
      .find(after, { projection: { tenantId: 1 } })
      .sort({ tenantId: 1, dueAt: 1, _id: 1 })
      .limit(1)
      .toArray();
    if (!next) return tenants;
    tenants.push(next.tenantId);
  }
}
