/** Crowds: many leads at once where something is scarce. */
import { setTimeout as pause } from 'node:timers/promises';
import { RACE_CAP, raceCode } from '../world/tenants.js';
import { last, type Fault, type World } from './fault.js';

const FLOOD = 20_000;
/** A machine that cannot take them in this time takes fewer. */
const FLOOD_SECONDS = 240;
const hurried = { campaignId: 'GOOD', atOnce: 48, twins: false };

/** Four times as many leads as a cap allows, at once, while workers are killed. */
export const capRace: Fault = {
  name: 'cap-race',
  async play(world, chance) {
    const { tenantId } = chance.pick(world.tenants);
    const campaignId = raceCode(world.nextRace());
    const count = RACE_CAP * 4;
    world.log.note(`${count} leads of ${tenantId} race for the ${RACE_CAP} of ${campaignId}`);
    world.affiliates.order(tenantId, { order: 'burst', campaignId, count, atOnce: 48, twins: false });
    for (const service of ['routing', 'delivery'] as const) {
      await pause(chance.between(300, 1_200));
      const member = chance.pick(world.fleet.of(service));
      world.log.note(`kill -9 ${member.name} during the race`);
      member.signal('SIGKILL');
    }
    await last(world, 6, 2);
  },
};

/** Many people sent twice in the same moment. */
export const twins: Fault = {
  name: 'twins',
  async play(world, chance) {
    const { tenantId } = chance.pick(world.tenants);
    const count = Math.max(40, Math.round(chance.between(60, 500) * world.scale));
    world.log.note(`${count} pairs of identical leads of ${tenantId}`);
    world.affiliates.order(tenantId, { order: 'burst', campaignId: 'DUP', count, atOnce: 16, twins: true });
    await last(world, 10, 2);
  },
};

/** One tenant sends far more than the others. */
export const burst: Fault = {
  name: 'burst',
  async play(world, chance) {
    const { tenantId } = world.tenants.at(-1) ?? chance.pick(world.tenants);
    const count = Math.max(150, Math.round(300 * world.scale));
    world.log.note(`${count} leads of ${tenantId} at once`);
    world.affiliates.order(tenantId, { order: 'burst', ...hurried, count });
    await last(world, 15, 2);
  },
};

/** One tenant sends more than can be worked on for minutes, while the others' leads trickle. */
export const flood: Fault = {
  name: 'flood',
  leastMinutes: 12,
  once: true,
  play(world) {
    const { tenantId } = world.tenants.at(-1) as World['tenants'][number];
    world.log.note(`${FLOOD} leads of ${tenantId}, as fast as they are taken`);
    world.affiliates.order(tenantId, { order: 'burst', ...hurried, count: FLOOD, seconds: FLOOD_SECONDS });
    return Promise.resolve();
  },
};
