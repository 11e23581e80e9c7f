/** Scenario `lone`: the time that a single lead takes from its 202 to the buyer's socket. */
import { postOneByOne } from '../load/post-leads.js';
import { percentile } from '../measure/statistics.js';
import { arrivedOnce } from '../measure/verify.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

const LEADS = 40;
const PAUSE_MS = 150;

/** Measures the median and the 95th percentile in milliseconds. */
export async function measureLoneLead(
  installation: SluiceUnderTest,
  { buyer, people }: Load,
): Promise<Figures> {
  const contestant = installation.contestant('loaded');
  await buyer.forget(contestant.buyerPath);
  const accepted = await postOneByOne(contestant.target, { leads: LEADS, pauseMs: PAUSE_MS, people });
  await buyer.awaitArrivals(contestant.buyerPath, LEADS);
  await contestant.atRest();
  const arrivedMs = arrivedOnce(accepted, await buyer.arrivals(contestant.buyerPath));
  const delays = accepted.map(
    ({ submissionId, answeredMs }) => (arrivedMs.get(submissionId) ?? Infinity) - answeredMs,
  );
  return { atBuyerP50Ms: percentile(delays, 0.5), atBuyerP95Ms: percentile(delays, 0.95) };
}
