/** Faults of the stores: killed, paused, emptied, full. */
import { setTimeout as pause } from 'node:timers/promises';
import { last, type Fault } from './fault.js';

/** Redis is killed and comes back on its append-only file. */
export const redisKilled: Fault = {
  name: 'redis-killed',
  async play(world) {
    world.log.note('Redis killed');
    await world.redis.kill();
    await last(world, 20, 2);
    await world.redis.start();
    world.log.note('Redis back');
  },
};

/** Redis is paused: connections stay, nothing answers. */
export const redisPaused: Fault = {
  name: 'redis-paused',
  async play(world) {
    world.log.note('Redis paused');
    world.redis.pause();
    await last(world, 20, 2);
    world.redis.resume();
    world.log.note('Redis resumed');
  },
};

/** Redis forgets everything while jobs wait and run. */
export const redisEmptied: Fault = {
  name: 'redis-emptied',
  async play(world, chance) {
    const times = chance.between(1, 3);
    for (let time = 0; time < times; time += 1) {
      const { tenantId } = chance.pick(world.tenants);
      const crowd = { campaignId: 'GOOD', count: 60, atOnce: 30, twins: false };
      world.affiliates.order(tenantId, { order: 'burst', ...crowd });
      await pause(chance.between(250, 500));
      await world.redis.flush();
      world.log.note('FLUSHALL');
      await last(world, chance.between(1, 4), 0.3);
    }
  },
};

/** Redis is at its memory limit: it refuses whatever needs more, workers' bookkeeping too. */
export const redisFull: Fault = {
  name: 'redis-full',
  async play(world, chance) {
    await world.redis.boundMemory(chance.between(0, 100_000));
    world.log.note('Redis at its memory limit');
    await last(world, 20, 2);
    await world.redis.boundMemory(undefined);
    world.log.note('Redis has memory again');
  },
};

/** MongoDB is killed and comes back; links refuse for a while, so that it is really away. */
export const mongodbKilled: Fault = {
  name: 'mongodb-killed',
  async play(world) {
    const links = world.fleet.members.map(({ mongodb }) => mongodb);
    const killed = world.mongo.kill();
    links.forEach((link) => link.become('cut'));
    world.log.note(killed ? 'MongoDB killed' : 'MongoDB cut off for everybody');
    await last(world, 12, 1.5);
    links.forEach((link) => link.become('open'));
    world.log.note('MongoDB back');
  },
};

/** MongoDB is paused: connections stay, nothing answers. */
export const mongodbPaused: Fault = {
  name: 'mongodb-paused',
  async play(world) {
    const links = world.fleet.members.map(({ mongodb }) => mongodb);
    const paused = world.mongo.pause();
    if (!paused) links.forEach((link) => link.become('stalled'));
    world.log.note('MongoDB paused');
    await last(world, 20, 2);
    world.mongo.resume();
    links.forEach((link) => link.become('open'));
    world.log.note('MongoDB resumed');
  },
};
