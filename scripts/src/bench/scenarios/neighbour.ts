/** Scenario `neighbour`: one tenant's burst next to another tenant's trickle, and how much each slows the other. */
import { setTimeout as pause } from 'node:timers/promises';
import { duringTrickle, startTrickle, type Accepted } from '../load/post-leads.js';
import { perSecond, runBurst } from '../measure/measure-burst.js';
import { percentile } from '../measure/statistics.js';
import { arrivedOnce } from '../measure/verify.js';
import { countPeople, type Contestant, type Figures, type Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

const BURST_FRACTION = 0.6;
const EVERY_MS = 100;
const QUIET_MS = 5_000;
/** How long before the burst the trickle starts. */
const AHEAD_MS = 500;

/**
 * Measures A's rates `aloneRate` and `besideRate` in leads per second and their ratio `rateKept`; for B, alone and next
 * to A, the 95th percentile of the time from its request to the 202 and to its buyer, and how many times as long they are
 * next to A.
 */
export async function measureNeighbour(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const burst = { ...load, leads: Math.ceil(load.leads * BURST_FRACTION) };
  const [a, b] = [installation.contestant('loaded'), installation.contestant('neighbour')];
  const trickle = { buyer: load.buyer, people: countPeople() };
  const rateOfA = async () => {
    const { posted, restedMs } = await runBurst(a, burst);
    return perSecond(burst.leads, restedMs - posted.startedMs);
  };

  const quiet = await whileTrickling(b, trickle, () => pause(QUIET_MS));
  const aloneRate = await rateOfA();
  const beside = await whileTrickling(b, trickle, async () => {
    await pause(AHEAD_MS);
    return rateOfA();
  });
  await b.verify();
  return {
    aloneRate,
    besideRate: beside.result,
    rateKept: beside.result / aloneRate,
    quietAcceptedP95Ms: quiet.acceptedP95Ms,
    quietAtBuyerP95Ms: quiet.atBuyerP95Ms,
    besideAcceptedP95Ms: beside.acceptedP95Ms,
    besideAtBuyerP95Ms: beside.atBuyerP95Ms,
    acceptedTimes: beside.acceptedP95Ms / quiet.acceptedP95Ms,
    atBuyerTimes: beside.atBuyerP95Ms / quiet.atBuyerP95Ms,
  };
}

/** Sends a contestant's leads at a fixed interval while `act` runs, and returns how long they took. */
async function whileTrickling<T>(
  contestant: Contestant,
  { buyer, people }: Pick<Load, 'buyer' | 'people'>,
  act: () => Promise<T>,
) {
  await buyer.forget(contestant.buyerPath);
  const { result, accepted } = await duringTrickle(startTrickle(contestant.target, EVERY_MS, people), act);
  await buyer.awaitArrivals(contestant.buyerPath, accepted.length);
  await contestant.atRest();
  const arrivals = await buyer.arrivals(contestant.buyerPath);
  return { result, ...delaysOf(accepted, arrivedOnce(accepted, arrivals)) };
}

function delaysOf(accepted: readonly Accepted[], arrivedMs: ReadonlyMap<string, number>) {
  return {
    acceptedP95Ms: percentile(
      accepted.map(({ postedMs, answeredMs }) => answeredMs - postedMs),
      0.95,
    ),
    atBuyerP95Ms: percentile(
      accepted.map(({ submissionId, postedMs }) => (arrivedMs.get(submissionId) ?? Infinity) - postedMs),
      0.95,
    ),
  };
}
