/**
 * How many leads travelled together, stage by stage, by the histogram that the services keep. Where a service keeps
 * none, nothing is answered for its stage, and the table says so.
 */

/** The histogram by which a service tells how many leads its batches had; its label `stage` names the stage. */
const BATCH_SIZES = 'sluice_batch_leads';

/** Counts of batches by their upper bound in leads, for each stage. */
export type BatchSizes = Readonly<Record<string, ReadonlyMap<number, number>>>;

/** Reads the histograms of all services from their `/metrics`, by service in `healthUrls`. */
export async function readBatchSizes(healthUrls: readonly string[]): Promise<BatchSizes> {
  const texts = await Promise.all(
    healthUrls.map(async (url) => (await fetch(`${url}/metrics`)).text().catch(() => '')),
  );
  return parseBatchSizes(texts.join('\n'));
}

/** Finds the histogram of batch sizes in metrics of Prometheus' form. Processes of one stage are added up. */
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

/** The bound within which the fraction `quantile` of the batches between two readings stayed; undefined without a batch. */
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
