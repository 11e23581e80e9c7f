/** Faults of the stores, and of the links between one process and one store. */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Fault } from '../rig/rig.js';
import { signal } from '../rig/stores.js';

/** A store is away for up to 15 s: killed, so that every connection breaks, or paused, so that nothing answers. */
export const storeAway = (store: 'redis' | 'mongodb', how: 'killed' | 'paused' | 'killed-paused'): Fault => ({
  name: `${store}-${how}`,
  async play({ note, stores, members }, chance) {
    note(`${store} ${how}`);
    // It restarts by itself, so the links keep it away.
    if (how === 'killed') for (const member of members) member[store].become('cut');
    signal(stores[store], how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
    await pause(chance.between(100, 15_000));
    signal(stores[store], how === 'killed-paused' ? 'SIGKILL' : 'SIGCONT');
    for (const member of members) member[store].become('open');
    note(`${store} back`);
  },
});

/** Empties Redis again and again while jobs wait and run. */
export const redisEmptied: Fault = {
  name: 'redis-emptied',
  async play({ note, stores, affiliates }, chance) {
    const redis = new Redis(stores.redis.url, { commandTimeout: 5_000 });
    redis.on('error', () => undefined);
    void chance.pick(affiliates).burst({ campaignId: 'GOOD', count: 120, atOnce: 40 });
    for (let time = 0; time < 20; time += 1) {
      await pause(chance.between(20, 200));
      await redis.flushall().catch(() => undefined);
    }
    note('FLUSHALL, twenty times');
    redis.disconnect();
  },
};

/**
 * One process loses one store, which the others keep, in some plays for longer than locks last (10 s, and 3 s until
 * that is noticed): another worker takes over its jobs meanwhile.
 */
export const cutOff: Fault = {
  name: 'cut-off',
  async play({ note, members }, chance) {
    const [member, store] = [chance.pick(members), chance.pick(['redis', 'mongodb'] as const)];
    const way = chance.pick(['cut', 'stalled', 'half_open'] as const);
    note(`${member.name} and ${store}: ${way}`);
    member[store].become(way);
    await pause(chance.between(2_000, 20_000));
    member[store].become('open');
    note(`${member.name} and ${store}: open`);
  },
};
