/** Load faults: many leads at once where capacity is scarce. */
import { setTimeout as pause } from 'node:timers/promises';
import { RACE_CAP, raceCode } from '../rig/tenants.js';
import { last, type Fault, type Rig } from './fault.js';

const FLOOD = 20_000;
/** A machine that cannot accept all of them in this time accepts fewer. */
const FLOOD_SECONDS = 240;
const hurried = { campaignId: 'GOOD', atOnce: 48, twins: false };

/** Posts four times as many leads as a cap allows, at once, while workers are killed. */
export const capRace: Fault = {
  name: 'cap-race',
  async play(rig, chance) {
    const { tenantId } = chance.pick(rig.tenants);
    const campaignId = raceCode(rig.nextRace());
    const count = RACE_CAP * 4;
    rig.log.note(`${count} leads of ${tenantId} race for the ${RACE_CAP} of ${campaignId}`);
    rig.affiliates.order(tenantId, { order: 'burst', campaignId, count, atOnce: 48, twins: false });
    for (const service of ['routing', 'delivery'] as const) {
      await pause(chance.between(300, 1_200));
      const member = chance.pick(rig.fleet.of(service));
      rig.log.note(`kill -9 ${member.name} during the race`);
      member.signal('SIGKILL');
    }
    await last(rig, 6, 2);
  },
};

/** Posts many people twice at the same moment. */
export const twins: Fault = {
  name: 'twins',
  async play(rig, chance) {
    const { tenantId } = chance.pick(rig.tenants);
    const count = Math.max(40, Math.round(chance.between(60, 500) * rig.scale));
    rig.log.note(`${count} pairs of identical leads of ${tenantId}`);
    rig.affiliates.order(tenantId, { order: 'burst', campaignId: 'DUP', count, atOnce: 16, twins: true });
    await last(rig, 10, 2);
  },
};

/** One tenant posts far more than the others. */
export const burst: Fault = {
  name: 'burst',
  async play(rig, chance) {
    const { tenantId } = rig.tenants.at(-1) ?? chance.pick(rig.tenants);
    const count = Math.max(150, Math.round(300 * rig.scale));
    rig.log.note(`${count} leads of ${tenantId} at once`);
    rig.affiliates.order(tenantId, { order: 'burst', ...hurried, count });
    await last(rig, 15, 2);
  },
};

/** One tenant posts more than the workers can process in minutes, while the others' leads trickle in. */
export const flood: Fault = {
  name: 'flood',
  leastMinutes: 12,
  once: true,
  play(rig) {
    const { tenantId } = rig.tenants.at(-1) as Rig['tenants'][number];
    rig.log.note(`${FLOOD} leads of ${tenantId}, as fast as they are accepted`);
    rig.affiliates.order(tenantId, { order: 'burst', ...hurried, count: FLOOD, seconds: FLOOD_SECONDS });
    return Promise.resolve();
  },
};
