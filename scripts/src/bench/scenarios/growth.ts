/** Scenario `growth`: repeats the burst of scenario `sluice` on a store with months of data. */
import type { Progress } from '@sluice/local';
import { growStore } from '../grow/grow-store.js';
import { GROWN_CAMPAIGNS } from '../options.js';
import { perSecond, runBurst, withCosts } from '../measure/measure-burst.js';
import { warmUp } from '../measure/measure-contestant.js';
import { measureReport } from '../measure/measure-report.js';
import type { Contestant, Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-files.js';
import { measureSluice } from './sluice.js';

/** How the store grows. */
export interface Growing {
  readonly leads: number;
  readonly progress: Progress;
}

/**
 * Measures the figures of scenario `sluice` on the grown store, and the same (`spread.…`) for a burst over all of its
 * campaigns. Compared with the burst right before the store grows: `cpuTimes` and `spreadCpuTimes`, the factor by which
 * a lead costs more processor time, and `endToEndKept`, the fraction of the rate that remains. Also how long a report of a
 * month takes (`report.…`).
 */
export async function measureGrowth(
  installation: SluiceUnderTest,
  load: Load,
  { leads, progress }: Growing,
): Promise<Figures> {
  // Measured here, because a machine's speed changes within minutes.
  const small = await measureSluice(installation, load);
  const grownCampaigns = await progress.step(
    `growing the store by ${leads.toLocaleString('en-US')} leads`,
    () =>
      growStore(installation.run().mongodb.url, {
        tenantId: tenants.loaded,
        campaignId: campaigns.plain,
        leads,
        campaigns: GROWN_CAMPAIGNS,
        people: load.people,
        note: progress.note,
      }),
  );
  // The services were idle for the minutes that growing takes, and the database's cache is full of other data.
  await warmUp(installation.contestant('loaded'), load);
  const grown = await measureSluice(installation, load);
  const spread = await spreadFigures(installation.contestant('loaded', ...grownCampaigns), load);
  const report = await measureReport(installation.contestant('loaded'));
  return { ...grown, ...spread, ...report, ...compared(small, { ...grown, ...spread }) };
}

// The burst is spread evenly over all campaigns, and no campaign gets two leads in a row.
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
