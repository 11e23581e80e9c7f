/** Faults of the network between one process and one store. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LinkState } from '@sluice/testing';
import type { Service } from '../world/fleet.js';
import { last, type Fault } from './fault.js';
import { LONGER_THAN_LOCK_SECONDS } from './processes.js';

const stages: readonly Service[] = ['qualification', 'routing', 'delivery'];
const ways: readonly Exclude<LinkState, 'open' | 'slow'>[] = ['cut', 'stalled', 'half_open'];

/** A worker loses Redis longer than its locks last, while it keeps MongoDB: another takes its jobs over beside it. */
export const cutFromRedis: Fault = {
  name: 'cut-from-redis',
  async play(world, chance) {
    const member = chance.pick(stages.flatMap((service) => world.fleet.of(service)));
    const way = chance.pick(ways);
    world.log.note(`${member.name} and Redis: ${way}`);
    member.redis.become(way);
    await pause(LONGER_THAN_LOCK_SECONDS * 1000);
    member.redis.become('open');
    world.log.note(`${member.name} and Redis: open`);
  },
};

/** A delivery worker loses MongoDB while its buyers are answering: they took leads that it cannot write down. */
export const cutAfterAnswer: Fault = {
  name: 'cut-after-answer',
  async play(world, chance) {
    const member = chance.pick(world.fleet.of('delivery'));
    const way = chance.pick(ways);
    const paths = world.tenants.flatMap(({ campaigns }) => campaigns[0]?.path ?? []);
    for (const path of paths) await world.buyers.script({ path, delayMs: 400 });
    await pause(300);
    member.mongodb.become(way);
    world.log.note(`${member.name} and MongoDB: ${way}, while buyers are answering`);
    await last(world, 12, 3);
    member.mongodb.become('open');
    for (const path of paths) await world.buyers.unscript(path);
    world.log.note(`${member.name} and MongoDB: open`);
  },
};

/** The gateway loses MongoDB: what it cannot write it must not acknowledge. */
export const gatewayCut: Fault = {
  name: 'gateway-cut',
  async play(world, chance) {
    const [gateway] = world.fleet.of('gateway');
    if (!gateway) return;
    const link = chance.pick([gateway.mongodb, gateway.redis]);
    const way = chance.pick(ways);
    const store = link === gateway.mongodb ? 'MongoDB' : 'Redis';
    world.log.note(`gateway and ${store}: ${way}`);
    link.become(way);
    await last(world, 10, 2);
    link.become('open');
    world.log.note(`gateway and ${store}: open`);
  },
};
