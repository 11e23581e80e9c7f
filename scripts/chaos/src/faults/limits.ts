/** Limits that come, go, pause, and change their period and time zone while leads compete for them. */
import { setTimeout as pause } from 'node:timers/promises';
import { findIn } from '../rig/find-in.js';
import { LIMITED_CAMPAIGN } from '../rig/tenants.js';
import { until } from '../rig/until.js';
import type { Fault } from './fault.js';

const AT_ONCE = 200;
const MEANWHILE = 40;
const ONCE_KNOWN = 120;
/** The checker is sure then that every process knows a change. */
const KNOWN_AFTER_MS = 4_000;
/** A slow machine needs as long for the leads that a limit meets. */
const AT_REST_WITHIN_MS = 40_000;

/** Posts leads at once, and changes the limits of their campaign and client meanwhile, while workers are killed. */
export const limits: Fault = {
  name: 'limits',
  leastMinutes: 1,
  async play(rig, chance) {
    const tenant = chance.pick(rig.tenants);
    const submissions = () =>
      findIn(rig.databaseUrl, 'submissions', {
        tenantId: tenant.tenantId,
        campaignId: LIMITED_CAMPAIGN,
      }).catch(() => undefined);
    let posted = (await submissions())?.length ?? 0;
    const post = (count: number) => {
      posted += count;
      const burst = { order: 'burst', campaignId: LIMITED_CAMPAIGN, atOnce: 48, twins: false } as const;
      rig.affiliates.order(tenant.tenantId, { ...burst, count });
    };
    const allAreAtRest = async () => {
      const found = await submissions();
      return !!found && found.length >= posted && found.every(({ status }) => status !== 'pending');
    };
    post(AT_ONCE);
    const kinds = chance.shuffled(['hourly', 'daily', 'lifetime', 'client', 'full'] as const);
    for (const kind of [chance.pick(['paused', 'none'] as const), ...kinds]) {
      post(MEANWHILE);
      const change = await rig.limits.change(tenant, kind, chance).catch(() => 'not known to be stored');
      rig.log.note(`limits of ${tenant.tenantId}/${LIMITED_CAMPAIGN}: ${change}`);
      await pause(chance.between(500, 3_500));
      const member = chance.pick(rig.fleet.of(chance.pick(['routing', 'routing', 'delivery'] as const)));
      rig.log.note(`kill -9 ${member.name} under changing limits`);
      member.signal('SIGKILL');
      await pause(KNOWN_AFTER_MS);
      post(ONCE_KNOWN);
      // Otherwise the next limit would replace this one before it is reached.
      await until(allAreAtRest, AT_REST_WITHIN_MS);
    }
  },
};
