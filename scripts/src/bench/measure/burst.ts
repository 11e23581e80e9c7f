/** A burst through one contestant, from the first request until nothing is in progress. */
import { median } from 'simple-statistics';
import type { Bench, Contestant, Figures } from '../contestant.js';
import { buyerPath } from '../load/buyer.js';
import { postLeads } from '../load/post-leads.js';
import { waitUntil } from '../running.js';
import { costs, usageOf, whileWorkersStopped } from './processes.js';
import { allArrivedOnce, arrivedOnce } from './verify.js';

/**
 * Sends a burst and waits for its end; with `workersStopped`, they work only once all leads are accepted. Measures leads
 * per second: `ingest` until the last 202, `atBuyer` until the last lead is at its buyer, `endToEnd` until nothing is left
 * to do, effects included; `ingestP99Ms`; the median from a 202 to the buyer, `toBuyerMs`; and the processor time a lead.
 * @throws Problem if a lead or an effect did not arrive exactly once
 */
export async function runBurst(
  contestant: Contestant,
  bench: Bench,
  { workersStopped = false } = {},
): Promise<Figures> {
  const { buyer, leads } = bench;
  const delivered = buyer.record(buyerPath);
  const effects = Object.entries(contestant.campaign.calls).map(([path, ofLead]) => {
    return { path, count: ofLead * leads, arrivals: buyer.record(path) };
  });
  const used = () => usageOf({ ...contestant.pids(), bench: [process.pid] });
  const before = await used();
  const post = () => postLeads(contestant, bench);
  const posted = await (workersStopped ? whileWorkersStopped(contestant, post) : post());
  await waitUntil(`${leads} leads at the buyer`, () => delivered.size >= leads);
  await contestant.atRest();
  const restedMs = performance.now();
  const after = await used();
  const answered = [...posted.answeredMs.values()];
  const arrived = arrivedOnce([...posted.answeredMs.keys()], delivered);
  for (const { path, count, arrivals } of effects) allArrivedOnce(`calls of ${path}`, arrivals, count);
  const rate = (untilMs: number) => (leads / (untilMs - posted.startedMs)) * 1_000;
  return {
    ingest: rate(Math.max(...answered)),
    ingestP99Ms: posted.p99Ms,
    atBuyer: rate(Math.max(...arrived)),
    toBuyerMs: median(arrived.map((atMs, n) => atMs - (answered[n] ?? 0))),
    endToEnd: rate(restedMs),
    ...costs(before, after, leads),
  };
}

/** A burst after one that is not counted, so that it runs on compiled code. */
export async function runWarmBurst(contestant: Contestant, bench: Bench): Promise<Figures> {
  await runBurst(contestant, bench);
  return runBurst(contestant, bench);
}
