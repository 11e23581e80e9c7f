/** A burst through one contestant, from the first request until nothing is in progress. */
import type { Bench, Contestant, Figures } from '../contestant.js';
import { postLeads } from '../load/post-leads.js';
import { waitUntil } from '../running.js';
import { costs, processorTimeUs, whileWorkersStopped } from './processes.js';
import { allArrivedOnce, arrivedOnce } from './verify.js';

/**
 * Sends a burst and waits for its end; with `workersStopped`, they work only once all leads are accepted. Measures leads
 * per second: `ingest` until the last 202, `atBuyer` until the last lead is at its buyer, `endToEnd` until
 * nothing is left to do, effects included; `ingestP99Ms`; and microseconds of processor time a lead: `cpuUs.NAME` of each process, and their `cpuUs.total`.
 * @throws Problem if a lead or an effect did not arrive exactly once
 */
export async function runBurst(
  contestant: Contestant,
  bench: Bench,
  { workersStopped = false } = {},
): Promise<Figures> {
  const { buyer, leads } = bench;
  const { buyerPath, campaign } = contestant;
  for (const path of [buyerPath, ...Object.keys(campaign.effects)]) buyer.forget(path);
  const used = () => processorTimeUs({ ...contestant.pids(), bench: [process.pid] });
  const before = used();
  const post = () => postLeads(contestant, bench);
  const posted = await (workersStopped ? whileWorkersStopped(contestant, post) : post());
  await waitUntil(`${leads} leads at ${buyerPath}`, () => buyer.arrivals(buyerPath).size >= leads);
  await contestant.atRest();
  const restedMs = performance.now();
  const after = used();
  const arrivedMs = arrivedOnce(posted.submissionIds, buyer.arrivals(buyerPath), campaign.buyersAsked);
  for (const [path, ofLead] of Object.entries(campaign.effects))
    allArrivedOnce(`calls of ${path}`, buyer.arrivals(path), ofLead * leads);
  const rate = (untilMs: number) => (leads / (untilMs - posted.startedMs)) * 1_000;
  return {
    ingest: rate(posted.endedMs),
    ingestP99Ms: posted.p99Ms,
    atBuyer: rate(arrivedMs.reduce((a, b) => Math.max(a, b))),
    endToEnd: rate(restedMs),
    ...costs(before, after, leads),
  };
}

/** A burst after one that is not counted, so that it runs on compiled code. */
export async function runWarmBurst(contestant: Contestant, bench: Bench): Promise<Figures> {
  await runBurst(contestant, bench);
  return runBurst(contestant, bench);
}
