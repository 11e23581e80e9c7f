/** Network faults between one process and one store. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LinkState } from '@sluice/testing';
import { stages } from '../rig/fleet.js';
import { last, type Fault } from './fault.js';
import { LONGER_THAN_LOCK_SECONDS } from './processes.js';

const ways: readonly Exclude<LinkState, 'open' | 'slow'>[] = ['cut', 'stalled', 'half_open'];

/**
 * A worker loses Redis for longer than its locks last but keeps MongoDB, so that another worker takes over its jobs
 * meanwhile.
 */
export const cutFromRedis: Fault = {
  name: 'cut-from-redis',
  async play(rig, chance) {
    const member = chance.pick(stages.flatMap((service) => rig.fleet.of(service)));
    const way = chance.pick(ways);
    rig.log.note(`${member.name} and Redis: ${way}`);
    member.redis.become(way);
    await pause(LONGER_THAN_LOCK_SECONDS * 1000);
    member.redis.become('open');
    rig.log.note(`${member.name} and Redis: open`);
  },
};

/** A delivery worker loses MongoDB while its buyers are answering: they accept leads that it cannot record. */
export const cutAfterAnswer: Fault = {
  name: 'cut-after-answer',
  async play(rig, chance) {
    const member = chance.pick(rig.fleet.of('delivery'));
    const way = chance.pick(ways);
    const paths = rig.tenants.flatMap(({ campaigns }) => campaigns[0]?.path ?? []);
    for (const path of paths) await rig.buyers.script({ path, delayMs: 400 });
    await pause(300);
    member.mongodb.become(way);
    rig.log.note(`${member.name} and MongoDB: ${way}, while buyers are answering`);
    await last(rig, 12, 3);
    member.mongodb.become('open');
    for (const path of paths) await rig.buyers.unscript(path);
    rig.log.note(`${member.name} and MongoDB: open`);
  },
};

/** The gateway loses MongoDB: it must not acknowledge what it cannot write. */
export const gatewayCut: Fault = {
  name: 'gateway-cut',
  async play(rig, chance) {
    const [gateway] = rig.fleet.of('gateway');
    if (!gateway) return;
    const link = chance.pick([gateway.mongodb, gateway.redis]);
    const way = chance.pick(ways);
    const store = link === gateway.mongodb ? 'MongoDB' : 'Redis';
    rig.log.note(`gateway and ${store}: ${way}`);
    link.become(way);
    await last(rig, 10, 2);
    link.become('open');
    rig.log.note(`gateway and ${store}: open`);
  },
};
