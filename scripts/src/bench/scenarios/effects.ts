/**
 * Scenario `effects`: each lead fires a pixel and sends four webhooks; measures how soon leads arrive, and how soon all
 * effects are done.
 */
import { withBatchSizes } from '../measure/batch-sizes.js';
import { intakeFigures, perSecond, runBurst, withCosts } from '../measure/measure-burst.js';
import { warmUp } from '../measure/measure-contestant.js';
import { allArrivedOnce } from '../measure/verify.js';
import { nowMs } from '../now-ms.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, pixelPath, tenants, webhookPath, WEBHOOKS_A_LEAD } from '../sluice/tenant-files.js';

/**
 * Measures `ingest`, `atBuyer` and `effectsDone` in leads per second, the cost of a lead with its effects, and the batch
 * sizes.
 */
export async function measureEffects(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const contestant = installation.contestant('loaded', campaigns.full);
  await warmUp(contestant, load);
  await installation.pending.awaitEffects(tenants.loaded);

  await load.buyer.forget(pixelPath, webhookPath(tenants.loaded));
  const { result: measured, sizes } = await withBatchSizes(installation, () =>
    withCosts(contestant, load.leads, async () => {
      const burst = await runBurst(contestant, load);
      await load.buyer.awaitArrivals(pixelPath, load.leads);
      await load.buyer.awaitArrivals(webhookPath(tenants.loaded), load.leads * WEBHOOKS_A_LEAD);
      await installation.pending.awaitEffects(tenants.loaded);
      return { ...burst, doneMs: nowMs() };
    }),
  );
  const { result, costs } = measured;
  const { posted, arrivedMs, doneMs } = result;
  allArrivedOnce('pixels', await load.buyer.arrivals(pixelPath), load.leads);
  allArrivedOnce(
    'webhooks',
    await load.buyer.arrivals(webhookPath(tenants.loaded)),
    load.leads * WEBHOOKS_A_LEAD,
  );
  return {
    ingest: intakeFigures(posted).rate,
    atBuyer: perSecond(load.leads, Math.max(...arrivedMs.values()) - posted.startedMs),
    effectsDone: perSecond(load.leads, doneMs - posted.startedMs),
    ...costs,
    ...sizes,
  };
}
