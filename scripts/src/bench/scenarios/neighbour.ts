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
 * the 202 (`accepted`) and to the buyer (`atBuyer`), how many times as long they are beside it (`times.…`), and the median
 * from the 202 to the buyer (`lone`).
 */
export async function measureNeighbour(installation: Installation, bench: Bench): Promise<Figures> {
  const [a, b] = [installation.contestant('loaded'), installation.contestant('neighbour')];
  const quiet = await trickle(b, bench, () => pause(QUIET_MS));
  const beside = await trickle(b, bench, () => runBurst(a, bench));
  const measured = (['accepted', 'atBuyer', 'lone'] as const).flatMap((name) => [
    [`quiet.${name}`, quiet[name]],
    [`beside.${name}`, beside[name]],
    [`times.${name}`, beside[name] / quiet[name]],
  ]);
  return Object.fromEntries(measured) as Figures;
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
  const since = (from: 'postedMs' | 'answeredMs') =>
    arrivedMs.map((atMs, n) => atMs - (leads[n]?.[from] ?? 0));
  const answered = leads.map(({ postedMs, answeredMs }) => answeredMs - postedMs);
  return {
    accepted: percentile(answered, 0.95),
    atBuyer: percentile(since('postedMs'), 0.95),
    lone: percentile(since('answeredMs'), 0.5),
  };
}
