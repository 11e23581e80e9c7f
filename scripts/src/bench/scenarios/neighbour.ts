/** Scenario `neighbour`: a tenant's single leads, alone and beside another tenant's burst. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Contestant, Figures } from '../contestant.js';
import { postLead, type Accepted } from '../load/post-leads.js';
import { runBurst } from '../measure/burst.js';
import { percentile } from '../measure/statistics.js';
import { arrivedOnce } from '../measure/verify.js';
import { waitUntil } from '../running.js';
import type { Installation } from '../sluice/start-installation.js';

const EVERY_MS = 100;
const QUIET_MS = 5_000;

/**
 * Measures for single leads, alone (`quiet.…`) and beside a burst (`beside.…`), the 95th percentile from the request to
 * the 202 (`accepted`) and to the buyer (`atBuyer`), and how many times as long they are beside it (`times.…`). `loneMs` is
 * the median from the 202 of a lead that is alone to its buyer.
 */
export async function measureNeighbour(installation: Installation, bench: Bench): Promise<Figures> {
  const [a, b] = [installation.contestant('loaded'), installation.contestant('neighbour')];
  const quiet = await trickle(b, bench, () => pause(QUIET_MS));
  const beside = await trickle(b, bench, () => runBurst(a, bench));
  return {
    loneMs: quiet.loneMs,
    'quiet.accepted': quiet.accepted,
    'quiet.atBuyer': quiet.atBuyer,
    'beside.accepted': beside.accepted,
    'beside.atBuyer': beside.atBuyer,
    'times.accepted': beside.accepted / quiet.accepted,
    'times.atBuyer': beside.atBuyer / quiet.atBuyer,
  };
}

/** Posts single leads at a fixed interval, whether or not the previous one was answered, while `act` runs. */
async function trickle(contestant: Contestant, { buyer, people }: Bench, act: () => Promise<unknown>) {
  const { buyerPath } = contestant;
  buyer.forget(buyerPath);
  const posting: Promise<Accepted>[] = [];
  const timer = setInterval(() => {
    const one = postLead(contestant, people());
    // A failure is reported at the end.
    one.catch(() => undefined);
    posting.push(one);
  }, EVERY_MS);
  await act().finally(() => clearInterval(timer));
  const leads = await Promise.all(posting);
  await waitUntil(`single leads at ${buyerPath}`, () => buyer.arrivals(buyerPath).size >= leads.length);
  await contestant.atRest();
  const ids = leads.map(({ submissionId }) => submissionId);
  const arrivedMs = arrivedOnce(ids, buyer.arrivals(buyerPath));
  const delays = (since: 'postedMs' | 'answeredMs') =>
    arrivedMs.map((atMs, n) => atMs - (leads[n]?.[since] ?? 0));
  return {
    accepted: percentile(
      leads.map(({ postedMs, answeredMs }) => answeredMs - postedMs),
      0.95,
    ),
    atBuyer: percentile(delays('postedMs'), 0.95),
    loneMs: percentile(delays('answeredMs'), 0.5),
  };
}
