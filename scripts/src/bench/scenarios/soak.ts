/** Scenario `soak`: the memory of each service during ten minutes of steady load. */
import { setTimeout as pause } from 'node:timers/promises';
import { duringTrickle, startTrickle } from '../load/post-leads.js';
import { residentMb } from '../measure/processes.js';
import { arrivedOnce } from '../measure/verify.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

const MINUTE_MS = 60_000;
const MINUTES = 10;
/** By then every service has run all of its code. */
const SETTLED_AFTER_MINUTES = 2;
/** 50 leads a second, which leaves half of a small machine idle. */
const EVERY_MS = 20;

/** Measures each service's resident memory in megabytes early (`early.…`) and at the end of the load (`late.…`). */
export async function measureSoak(installation: SluiceUnderTest, { buyer, people }: Load): Promise<Figures> {
  const contestant = installation.contestant('loaded');
  await buyer.forget(contestant.buyerPath);
  const { result, accepted } = await duringTrickle(
    startTrickle(contestant.target, EVERY_MS, people),
    async () => {
      await pause(SETTLED_AFTER_MINUTES * MINUTE_MS);
      const early = residentMb(installation.services());
      await pause((MINUTES - SETTLED_AFTER_MINUTES) * MINUTE_MS);
      return { early, late: residentMb(installation.services()) };
    },
  );
  await buyer.awaitArrivals(contestant.buyerPath, accepted.length);
  await contestant.atRest();
  await contestant.verify();
  arrivedOnce(accepted, await buyer.arrivals(contestant.buyerPath));
  return { ...named('early', result.early), ...named('late', result.late) };
}

function named(when: string, sizes: Readonly<Record<string, number>>): Figures {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`${when}.${name}`, size]));
}
