import { database, type Stores } from '@sluice/store';

/** How many leads a tenant has in each status. */
export async function statusesOf(
  stores: Pick<Stores, typeof database>,
  tenantId: string,
): Promise<Readonly<Record<string, number>>> {
  const found = await stores[database]
    .collection('leads')
    .aggregate<{ _id: string; count: number }>([
      { $match: { tenantId } },
      { $group: { _id: '$status', count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
}
