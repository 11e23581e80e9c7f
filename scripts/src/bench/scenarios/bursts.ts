/** The scenarios that are bursts, each of another kind, and what remains after them. */
import type { Bench, Contestant, Figures } from '../contestant.js';
import { runBurst, runWarmBurst } from '../measure/burst.js';
import { residentMb, workersOf } from '../measure/processes.js';
import type { Installation } from '../sluice/start-installation.js';
import { campaigns } from '../sluice/tenants.js';

/**
 * Scenarios `sluice`, `floor` and `batches`: a burst, and `stopped.ingest` and `stopped.ingestP99Ms` of one that comes
 * while the workers are stopped.
 */
export async function measureContestant(contestant: Contestant, bench: Bench): Promise<Figures> {
  await runBurst(contestant, bench);
  const stopped = await runBurst(contestant, bench, { workersStopped: true });
  const { ingest = 0, ingestP99Ms = 0 } = stopped;
  const burst = await runBurst(contestant, bench);
  return { ...burst, 'stopped.ingest': ingest, 'stopped.ingestP99Ms': ingestP99Ms };
}

/**
 * Scenario `refusals`: how many times the processor time of a lead that is bought at once one takes that two buyers
 * refuse and the third buys: `times`, and `hookedTimes` with webhooks.
 */
export async function measureRefusals({ contestant }: Installation, bench: Bench): Promise<Figures> {
  const costOf = async (campaign: keyof typeof campaigns) =>
    (await runWarmBurst(contestant('loaded', campaigns[campaign]), bench))['cpuUs.total'];
  const [plain, third] = [await costOf('plain'), await costOf('third')];
  const [hooks, thirdHooks] = [await costOf('hooks'), await costOf('thirdHooks')];
  return {
    ...(plain && third && { times: third / plain }),
    ...(hooks && thirdHooks && { hookedTimes: thirdHooks / hooks }),
  };
}

/** Scenario `memory`: resident megabytes of the largest `worker`, of the `gateway` and of the `dashboard`. */
export function measureMemory(contestant: Contestant): Figures {
  const pids = contestant.pids();
  const { gateway, dashboard } = residentMb(pids);
  const worker = Math.max(...Object.values(residentMb(workersOf(pids))));
  return gateway && dashboard ? { worker, gateway, dashboard } : {};
}
