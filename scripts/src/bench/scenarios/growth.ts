/** Scenario `growth`: the burst of scenario `sluice` once more, on a store as it is after months. */
import type { Progress } from '../../terminal/progress.js';
import { growStore } from '../grow/grow-store.js';
import { GROWN_CAMPAIGNS } from '../options.js';
import type { Figures, Load } from '../scenario.js';
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
 * Measures the figures of scenario `sluice` on the grown store, and against those before: `cpuTimes`, how many times as
 * much processor time a lead costs, and `endToEndKept`, the share of the rate that is left.
 */
export async function measureGrowth(
  installation: SluiceUnderTest,
  load: Load,
  { before, leads, progress }: Growing,
): Promise<Figures> {
  const small = before ?? (await measureSluice(installation, load));
  await progress.step(`growing the store by ${leads.toLocaleString('en-US')} leads`, () =>
    growStore(installation.run().mongodb.url, {
      ...{ tenantId: tenants.loaded, campaignId: campaigns.plain, leads, campaigns: GROWN_CAMPAIGNS },
      ...{ people: load.people, note: progress.note },
    }),
  );
  const grown = await measureSluice(installation, load);
  return { ...grown, ...compared(small, grown) };
}

function compared(small: Figures, grown: Figures): Figures {
  const times = (figure: string) => {
    const [from, to] = [small[figure], grown[figure]];
    return from && to ? to / from : undefined;
  };
  const [cpuTimes, endToEndKept] = [times('cpuUs.total'), times('endToEnd')];
  return { ...(cpuTimes && { cpuTimes }), ...(endToEndKept && { endToEndKept }) };
}
