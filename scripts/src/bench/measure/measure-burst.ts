/** A burst through one contestant, from the first request until nothing is in progress. */
import { postLeads, type Posted } from '../load/post-leads.js';
import type { Contestant, Figures, Load } from '../scenario.js';
import { processorTimeUs } from './processes.js';
import { nowMs } from '../now-ms.js';
import { percentile } from './statistics.js';
import { storeCalls, type StoreCalls } from './store-calls.js';
import { arrivedOnce } from './verify.js';

/** A burst that was delivered correctly. */
export interface Burst {
  readonly posted: Posted;
  /** When each lead reached the buyer, by submission. */
  readonly arrivedMs: ReadonlyMap<string, number>;
  readonly restedMs: number;
}

/** Sends a burst and waits for its end. @throws Problem if a lead did not reach the buyer exactly once */
export async function runBurst(contestant: Contestant, load: Load): Promise<Burst> {
  return finishBurst(contestant, load, () => postLeads(contestant.target, load));
}

/** Posts leads with `post`, and waits for their end. */
export async function finishBurst(
  contestant: Contestant,
  { buyer, leads }: Load,
  post: () => Promise<Posted>,
): Promise<Burst> {
  const { buyerPath, nthBuyer } = contestant;
  await buyer.forget(buyerPath);
  const posted = await post();
  await buyer.awaitArrivals(buyerPath, leads);
  await contestant.atRest();
  const restedMs = nowMs();
  await contestant.verify();
  const arrivedMs = arrivedOnce(posted.accepted, await buyer.arrivals(buyerPath), nthBuyer);
  return { posted, arrivedMs, restedMs };
}

/** Answered leads per second, and the slowest answers. */
export function intakeFigures({ startedMs, endedMs, accepted }: Posted): { rate: number; p99Ms: number } {
  return {
    rate: perSecond(accepted.length, endedMs - startedMs),
    p99Ms: percentile(
      accepted.map(({ postedMs, answeredMs }) => answeredMs - postedMs),
      0.99,
    ),
  };
}

/** The cost per lead while `act` ran: processor time by process, and calls to the stores. */
export async function withCosts<T>(
  contestant: Contestant,
  leads: number,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly costs: Figures }> {
  const callsBefore = await storeCalls(contestant.stores);
  const usedBefore = processorTimeUs(contestant.pids());
  const result = await act();
  const usedAfter = processorTimeUs(contestant.pids());
  const callsAfter = await storeCalls(contestant.stores);
  return {
    result,
    costs: {
      ...processorFigures(usedBefore, usedAfter, leads),
      ...callFigures(callsBefore, callsAfter, leads),
    },
  };
}

export function perSecond(leads: number, ms: number): number {
  return (leads / ms) * 1_000;
}

// If the operating system keeps no account, all values are 0 and nothing was measured.
function processorFigures(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  leads: number,
): Figures {
  const perLead = Object.entries(after).map(
    ([name, used]) => [`cpuUs.${name}`, (used - (before[name] ?? 0)) / leads] as const,
  );
  const total = perLead.reduce((sum, [, us]) => sum + us, 0);
  return total > 0 ? { ...Object.fromEntries(perLead), 'cpuUs.total': total } : {};
}

function callFigures(before: StoreCalls, after: StoreCalls, leads: number): Figures {
  const names = ['databaseCommands', 'databaseOperations', 'redisCommands', 'redisScripts'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const [from, to] = [before[name], after[name]];
      return from === undefined || to === undefined ? [] : [[`calls.${name}`, (to - from) / leads]];
    }),
  );
}
