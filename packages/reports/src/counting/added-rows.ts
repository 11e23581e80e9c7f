/** Adds up rows: the numbers of those that are the same in everything else. */
export function addedRows<Row extends object>(rows: Iterable<Row>): readonly Row[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const entries = Object.entries(row) as [string, unknown][];
    const id = JSON.stringify(entries.filter(([, value]) => typeof value !== 'number').toSorted(byName));
    const sum = sums.get(id);
    if (!sum) sums.set(id, Object.fromEntries(entries));
    else
      for (const [name, value] of entries)
        if (typeof value === 'number') sum[name] = ((sum[name] as number | undefined) ?? 0) + value;
  }
  return [...sums.values()] as Row[];
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
