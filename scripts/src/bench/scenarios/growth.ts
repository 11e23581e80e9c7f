/** Scenario `growth`: the burst of scenario `sluice` once more, on a store as it is after months. */
import type { Progress } from '@sluice/local';
import { growStore } from '../grow/grow-store.js';
import { GROWN_CAMPAIGNS } from '../options.js';
import { perSecond, runBurst, withCosts } from '../measure/measure-burst.js';
import { warmUp } from '../measure/measure-contestant.js';
import type { Contestant, Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-files.js';
import { measureSluice } from './sluice.js';

/** What the burst is compared with, and how far the store is to grow. */
export interface Growing {
  /** What scenario `sluice` measured in this round, before; measured here where it was not asked for. */
  readonly before: Figures | undefined;
  readonly leads: number;
  readonly progress: Progress;
}

/**
 * Measures the figures of scenario `sluice` on the grown store, the same (`spread.…`) of a burst over all of its campaigns,
 * and against those before: `cpuTimes` and `spreadCpuTimes`, how many times as much processor time a lead costs, and
 * `endToEndKept`, the share of the rate that is left.
 */
export async function measureGrowth(
  installation: SluiceUnderTest,
  load: Load,
  { before, leads, progress }: Growing,
): Promise<Figures> {
  const small = before ?? (await measureSluice(installation, load));
  const grownCampaigns = await progress.step(
    `growing the store by ${leads.toLocaleString('en-US')} leads`,
    () =>
      growStore(installation.run().mongodb.url, {
        ...{ tenantId: tenants.loaded, campaignId: campaigns.plain, leads, campaigns: GROWN_CAMPAIGNS },
        ...{ people: load.people, note: progress.note },
      }),
  );
  const grown = await measureSluice(installation, load);
  const spread = await spreadFigures(installation.contestant('loaded', ...grownCampaigns), load);
  return { ...grown, ...spread, ...compared(small, { ...grown, ...spread }) };
}

// Every campaign has its share of the burst, and none has two leads in a row.
async function spreadFigures(contestant: Contestant, load: Load): Promise<Figures> {
  await warmUp(contestant, load);
  const { result, costs } = await withCosts(contestant, load.leads, () => runBurst(contestant, load));
  const { posted, restedMs } = result;
  return {
    ...Object.fromEntries(Object.entries(costs).map(([name, value]) => [`spread.${name}`, value])),
    'spread.endToEnd': perSecond(load.leads, restedMs - posted.startedMs),
  };
}

function compared(small: Figures, grown: Figures): Figures {
  const ratios = [
    ['cpuTimes', 'cpuUs.total', 'cpuUs.total'],
    ['spreadCpuTimes', 'cpuUs.total', 'spread.cpuUs.total'],
    ['endToEndKept', 'endToEnd', 'endToEnd'],
  ] as const;
  return Object.fromEntries(
    ratios.flatMap(([name, before, after]) => {
      const [from, to] = [small[before], grown[after]];
      return from && to ? [[name, to / from]] : [];
    }),
  );
}
