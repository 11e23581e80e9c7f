/**
 * How many leads or effects were processed together in each stage, from the histogram that the services keep. A stage
 * without batches has no result, which the table shows.
 */
import type { Figures } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** The histogram of batch sizes in leads; its label `stage` names the stage. */
const BATCH_SIZES = 'sluice_batch_leads';

/** Counts of batches by their upper bound in leads, for each stage. */
export type BatchSizes = Readonly<Record<string, ReadonlyMap<number, number>>>;

/** Reads the histograms of all services at `healthUrls` from their `/metrics`. */
async function readBatchSizes(healthUrls: readonly string[]): Promise<BatchSizes> {
  const texts = await Promise.all(
    healthUrls.map(async (url) => (await fetch(`${url}/metrics`)).text().catch(() => '')),
  );
  return parseBatchSizes(texts.join('\n'));
}

/** The sizes that half and 95 % of each stage's batches did not exceed while `act` ran, as `batch.STAGE.p50` and `p95`. */
export async function withBatchSizes<T>(
  installation: Pick<SluiceUnderTest, 'run'>,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly sizes: Figures }> {
  const healthUrls = Object.values(
    (installation.run() as { readonly health?: Readonly<Record<string, string>> }).health ?? {},
  );
  const before = await readBatchSizes(healthUrls);
  const result = await act();
  const after = await readBatchSizes(healthUrls);
  const sizes = Object.entries(after).flatMap(([stage, buckets]) =>
    ([50, 95] as const).flatMap((percent) => {
      const size = batchQuantile(before[stage], buckets, percent / 100);
      return size === undefined ? [] : [[`batch.${stage}.p${percent}`, size] as const];
    }),
  );
  return { result, sizes: Object.fromEntries(sizes) };
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
