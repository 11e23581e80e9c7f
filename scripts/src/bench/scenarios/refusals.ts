/** Scenario `refusals`: leads that two buyers refuse and the third buys, next to leads that are bought at once. */
import { runBurst, withCosts } from '../measure/measure-burst.js';
import { warmUp } from '../measure/measure-contestant.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-files.js';

/**
 * Measures how many times the processor time of a lead bought at once such a lead takes: `times`, and `hookedTimes` with
 * webhooks.
 */
export async function measureRefusals(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const costOf = async (campaignId: string, nthBuyer: number) => {
    const contestant = { ...installation.contestant('loaded', campaignId), nthBuyer };
    const rested = async () => {
      await runBurst(contestant, load);
      await installation.pending.awaitEffects(tenants.loaded);
    };
    await warmUp(contestant, load);
    await installation.pending.awaitEffects(tenants.loaded);
    return (await withCosts(contestant, load.leads, rested)).costs['cpuUs.total'];
  };
  const [plain, third] = [await costOf(campaigns.plain, 1), await costOf(campaigns.third, 3)];
  const [hooks, thirdHooks] = [await costOf(campaigns.hooks, 1), await costOf(campaigns.thirdHooks, 3)];
  return {
    ...(plain && third && { times: third / plain }),
    ...(hooks && thirdHooks && { hookedTimes: thirdHooks / hooks }),
  };
}
