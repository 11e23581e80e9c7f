/** Limits that come, go, pause, and change their period and time zone while leads compete for them. */
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITED_CAMPAIGN } from '../rig/tenants.js';
import type { Fault } from './fault.js';

const AT_ONCE = 200;
const MEANWHILE = 40;
const ONCE_KNOWN = 120;
/** The checker is sure then that every process knows a change. */
const KNOWN_AFTER_MS = 4_000;

/** Posts leads at once, and changes the limits of their campaign and client meanwhile, while workers are killed. */
export const limits: Fault = {
  name: 'limits',
  leastMinutes: 1,
  async play(rig, chance) {
    const tenant = chance.pick(rig.tenants);
    const post = (count: number) =>
      rig.affiliates.order(tenant.tenantId, {
        order: 'burst',
        campaignId: LIMITED_CAMPAIGN,
        count,
        atOnce: 48,
        twins: false,
      });
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
      await pause(chance.between(3_000, 5_000));
    }
  },
};
