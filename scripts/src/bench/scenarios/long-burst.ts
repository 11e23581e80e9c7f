/** Scenario `long`: a burst five times as long, because a rate that only the first leads reach is not sustained. */
import { perSecond, runBurst } from '../measure/measure-burst.js';
import { TIMES_AS_LONG } from '../options.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** Measures `endToEnd`, in leads per second. */
export async function measureLongBurst(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const leads = load.leads * TIMES_AS_LONG;
  const { posted, restedMs } = await runBurst(installation.contestant('loaded'), { ...load, leads });
  return { endToEnd: perSecond(leads, restedMs - posted.startedMs) };
}
