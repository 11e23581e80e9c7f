/** The scenarios: bursts of several kinds, and what remains after them. */
import { Problem } from '@sluice/local';
import { deliveredLead, insertLeads } from '@sluice/testing';
import { sum } from 'simple-statistics';
import type { Bench, Contestant, Figures } from './contestant.js';
import { runBurst, runWarmBurst } from './measure/burst.js';
import { ofWorkers, usageOf } from './measure/processes.js';
import { postLeads } from './load/post-leads.js';
import { waitUntil } from './running.js';
import { campaigns, downCampaigns, supplierId, tenantId } from './sluice/campaigns.js';
import type { Installation } from './sluice/installation.js';

const [HOUR_MS, MONTH_MS] = [3_600_000, 30 * 86_400_000];

/**
 * Scenarios `sluice` and `floor`: a burst, and `stopped.ingest` and `stopped.ingestP99Ms` of one that comes
 * while the workers are stopped.
 */
export async function measureContestant(contestant: Contestant, bench: Bench): Promise<Figures> {
  await runBurst(contestant, bench);
  const { ingest = 0, ingestP99Ms = 0 } = await runBurst(contestant, bench, { workersStopped: true });
  const burst = await runBurst(contestant, bench);
  return { ...burst, 'stopped.ingest': ingest, 'stopped.ingestP99Ms': ingestP99Ms };
}

/**
 * Scenario `refusals`: how many times the processor time of a lead that is bought at once one takes that two buyers
 * refuse and the third buys: `times`, and `hookedTimes` with webhooks.
 */
export async function measureRefusals({ contestant }: Installation, bench: Bench): Promise<Figures> {
  const costOf = async (campaign: keyof typeof campaigns) =>
    (await runWarmBurst(contestant(campaigns[campaign]), bench))['cpuUs.total'] ?? 0;
  const [plain, third] = [await costOf('plain'), await costOf('third')];
  const [hooks, thirdHooks] = [await costOf('hooks'), await costOf('thirdHooks')];
  return { times: third / plain, hookedTimes: thirdHooks / hooks };
}

/**
 * Scenario `supplier`: how many times the processor time of a lead without one takes a lead of a supplier that has a daily
 * limit and costs something: `times`.
 */
export async function measureSupplier(
  { db, contestant, supplierKey }: Installation,
  bench: Bench,
): Promise<Figures> {
  const plain = contestant();
  const supplied = { ...plain, apiKey: supplierKey };
  const costOf = async (of: Contestant) => (await runBurst(of, bench))['cpuUs.total'] ?? 0;
  await costOf(supplied);
  const costs: Record<'plain' | 'supplied', number[]> = { plain: [], supplied: [] };
  // A machine that becomes slower or faster meanwhile is so for both.
  for (const which of ['plain', 'supplied', 'supplied', 'plain'] as const)
    costs[which].push(await costOf(which === 'plain' ? plain : supplied));
  const booked = await db.collection('ledger').countDocuments({ tenantId, supplierId, type: 'cost' });
  if (booked !== 3 * bench.leads)
    throw new Problem(`${booked} costs of ${3 * bench.leads} leads are booked.`);
  return { times: sum(costs.supplied) / sum(costs.plain) };
}

/** Scenario `memory`: resident megabytes of the largest `worker`, of the `gateway` and of the `dashboard`. */
export async function measureMemory(contestant: Contestant): Promise<Figures> {
  const used = await usageOf(contestant.pids());
  const residentOf = (name: string) => used[name]?.residentMb ?? 0;
  const worker = Math.max(...ofWorkers(used).map(({ residentMb }) => residentMb));
  return { worker, gateway: residentOf('gateway'), dashboard: residentOf('dashboard') };
}

/**
 * Scenario `growth`: the burst after `leads` more came in over thirty days, until an hour ago, and how many `times` the
 * processor time a lead takes then.
 */
export async function measureGrowth(
  { db, contestant }: Installation,
  bench: Bench,
  leads: number,
): Promise<Figures> {
  // Measured here, because a machine's speed changes within minutes.
  const { 'cpuUs.total': before = 0 } = await runBurst(contestant(), bench);
  const startMs = Date.now() - MONTH_MS;
  const arrivedAt = (n: number) => new Date(startMs + Math.floor((n / leads) * (MONTH_MS - HOUR_MS)));
  await insertLeads(db, leads, (n) => deliveredLead(tenantId, arrivedAt(n), n));
  // Pending disk writes must not be charged to the measured leads.
  await db.admin().command({ fsync: 1 });
  const grown = await runWarmBurst(contestant(), bench);
  return { ...grown, times: (grown['cpuUs.total'] ?? 0) / before };
}

/** How many leads the bursts have that are compared with a usual one. */
const LONG = 20;
const WAITING = 3_000;

/** Scenario `burst`: a burst of twenty times as many leads, and its rate end to end, `ofShort`. */
export async function measureLongBurst(contestant: Contestant, bench: Bench): Promise<Figures> {
  const { endToEnd: short = 0 } = await runBurst(contestant, bench);
  const long = await runBurst(contestant, { ...bench, leads: LONG * bench.leads });
  return { ...long, ofShort: (long.endToEnd ?? 0) / short };
}

/**
 * Scenario `neighbours`: a burst beside 3,000 leads that wait for buyers of the same client which are down, and its rate
 * end to end, `ofAlone`.
 */
export async function measureNeighbours({ db, contestant }: Installation, bench: Bench): Promise<Figures> {
  const { endToEnd: alone = 0 } = await runBurst(contestant(), bench);
  const leads = WAITING / downCampaigns.length;
  for (const campaign of downCampaigns) await postLeads(contestant(campaign), { ...bench, leads });
  const routed = { stage: 'routing', 'decision.campaignId': { $in: downCampaigns.map(({ id }) => id) } };
  await waitUntil('the routing of all that wait', async () => {
    return (await db.collection('decisions').countDocuments(routed)) >= WAITING;
  });
  const beside = await runBurst(contestant(), bench);
  return { ...beside, ofAlone: (beside.endToEnd ?? 0) / alone };
}
