/**
 * How many leads were processed together in each stage, from the histogram that the services keep. A stage without a
 * histogram has no result, which the table shows.
 */

/** The histogram of batch sizes in leads; its label `stage` names the stage. */
const BATCH_SIZES = 'sluice_batch_leads';

/** Counts of batches by their upper bound in leads, for each stage. */
export type BatchSizes = Readonly<Record<string, ReadonlyMap<number, number>>>;

/** Reads the histograms of all services at `healthUrls` from their `/metrics`. */
export async function readBatchSizes(healthUrls: readonly string[]): Promise<BatchSizes> {
  const texts = await Promise.all(
    healthUrls.map(async (url) => (await fetch(`${url}/metrics`)).text().catch(() => '')),
  );
  return parseBatchSizes(texts.join('\n'));
}

/** Finds the histogram of batch sizes in metrics in Prometheus' format. Processes of one stage are summed. */
export function parseBatchSizes(text: string): BatchSizes {
  const sizes: Record<string, Map<number, number>> = {};
  for (const [, labels = '', count = '0'] of text.matchAll(bucketLine)) {
    const stage = /stage="([^"]*)"/.exec(labels)?.[1];
    const upTo = /le="([^"]*)"/.exec(labels)?.[1];
    if (stage === undefined || upTo === undefined) continue;
    const buckets = (sizes[stage] ??= new Map());
    const bound = upTo === '+Inf' ? Infinity : Number(upTo);
    buckets.set(bound, (buckets.get(bound) ?? 0) + Number(count));
  }
  return sizes;
}

const bucketLine = new RegExp(`^${BATCH_SIZES}_bucket\\{([^}]*)\\}\\s+(\\S+)`, 'gm');

/**
 * The bound that the fraction `quantile` of the batches between two readings did not exceed; undefined if there was no
 * batch.
 */
export function batchQuantile(
  before: ReadonlyMap<number, number> | undefined,
  after: ReadonlyMap<number, number>,
  quantile: number,
): number | undefined {
  const bounds = [...after.keys()].sort((a, b) => a - b);
  const upTo = (bound: number) => (after.get(bound) ?? 0) - (before?.get(bound) ?? 0);
  const all = upTo(bounds.at(-1) ?? 0);
  if (all <= 0) return undefined;
  return bounds.find((bound) => upTo(bound) >= all * quantile);
}
