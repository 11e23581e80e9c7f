import type { Db } from 'mongodb';

const AT_ONCE = 1_000;

/** Inserts `count` leads, the `n`th of them as documents by collection. They need not survive a crash. */
export async function insertLeads(
  db: Db,
  count: number,
  leadOf: (n: number) => Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const leads = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => leadOf(from + n));
    const inserting = Object.keys(leads[0] ?? {}).map((name) =>
      db.collection(name).insertMany(
        leads.flatMap((lead) => lead[name] ?? []),
        { ordered: false, writeConcern: { w: 1, journal: false } },
      ),
    );
    await Promise.all(inserting);
  }
}
