/** Faults of the stores: killed, paused, emptied, full. */
import { setTimeout as pause } from 'node:timers/promises';
import { last, type Fault } from './fault.js';

/** Kills Redis, which restarts from its append-only file. */
export const redisKilled: Fault = {
  name: 'redis-killed',
  async play(rig) {
    rig.log.note('Redis killed');
    await rig.redis.kill();
    await last(rig, 20, 2);
    await rig.redis.start();
    rig.log.note('Redis back');
  },
};

/** Pauses Redis: connections stay open, nothing answers. */
export const redisPaused: Fault = {
  name: 'redis-paused',
  async play(rig) {
    rig.log.note('Redis paused');
    rig.redis.pause();
    await last(rig, 20, 2);
    rig.redis.resume();
    rig.log.note('Redis resumed');
  },
};

/** Empties Redis while jobs wait and run. */
export const redisEmptied: Fault = {
  name: 'redis-emptied',
  async play(rig, chance) {
    const times = chance.between(1, 3);
    for (let time = 0; time < times; time += 1) {
      const { tenantId } = chance.pick(rig.tenants);
      const leads = { campaignId: 'GOOD', count: 60, atOnce: 30, twins: false };
      rig.affiliates.order(tenantId, { order: 'burst', ...leads });
      await pause(chance.between(0, 250));
      await rig.redis.flushWaitingJobs();
      rig.log.note('FLUSHALL');
      await last(rig, chance.between(1, 4), 0.3);
    }
  },
};

/** Redis reaches its memory limit: it refuses all commands that need more, including the workers' bookkeeping. */
export const redisFull: Fault = {
  name: 'redis-full',
  async play(rig, chance) {
    await rig.redis.boundMemory(chance.between(0, 100_000));
    rig.log.note('Redis at its memory limit');
    await last(rig, 20, 2);
    await rig.redis.boundMemory(undefined);
    rig.log.note('Redis has memory again');
  },
};

/** Kills MongoDB, which restarts; the links refuse connections for a while, so that it is really unavailable. */
export const mongodbKilled: Fault = {
  name: 'mongodb-killed',
  async play(rig) {
    const links = rig.fleet.members.map(({ mongodb }) => mongodb);
    const killed = rig.mongo.kill();
    links.forEach((link) => link.become('cut'));
    rig.log.note(killed ? 'MongoDB killed' : 'MongoDB cut off for everybody');
    await last(rig, 12, 1.5);
    links.forEach((link) => link.become('open'));
    rig.log.note('MongoDB back');
  },
};

/** Pauses MongoDB: connections stay open, nothing answers. */
export const mongodbPaused: Fault = {
  name: 'mongodb-paused',
  async play(rig) {
    const links = rig.fleet.members.map(({ mongodb }) => mongodb);
    const paused = rig.mongo.pause();
    if (!paused) links.forEach((link) => link.become('stalled'));
    rig.log.note('MongoDB paused');
    await last(rig, 20, 2);
    rig.mongo.resume();
    links.forEach((link) => link.become('open'));
    rig.log.note('MongoDB resumed');
  },
};
