/** Stores that die again and again: what a single outage does not show, because everything was fresh when it came. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Fault, World } from './fault.js';

type Blow = (world: World, chance: Random) => Promise<void>;

/** MongoDB is killed at once and comes back by itself, with every connection as it happens to break. */
const killMongodb: Blow = async (world) => {
  world.log.note('hammer: MongoDB killed');
  if (!world.mongo.kill()) await withLinks(world, 'cut', 1_000);
};

const pauseMongodb: Blow = async (world, chance) => {
  world.log.note('hammer: MongoDB paused');
  const forMs = chance.between(1_000, 7_000);
  if (!world.mongo.pause()) return withLinks(world, 'stalled', forMs);
  await pause(forMs);
  world.mongo.resume();
};

/** It dies with connections and questions waiting that it never heard of. */
const killPausedMongodb: Blow = async (world, chance) => {
  world.log.note('hammer: MongoDB paused, then killed');
  const forMs = chance.between(1_000, 7_000);
  if (!world.mongo.pause()) return withLinks(world, 'half_open', forMs);
  await pause(forMs);
  world.mongo.kill();
};

const killRedis: Blow = async (world, chance) => {
  world.log.note('hammer: Redis killed');
  await world.redis.kill();
  await pause(chance.between(100, 2_000));
  await world.redis.start();
};

const pauseRedis: Blow = async (world, chance) => {
  world.log.note('hammer: Redis paused');
  world.redis.pause();
  await pause(chance.between(1_000, 7_000));
  world.redis.resume();
};

/** Ten to a play; MongoDB most of all, because the truth is there. */
const blows: readonly Blow[] = [
  ...[killMongodb, killMongodb, killMongodb, killMongodb],
  ...[pauseMongodb, pauseMongodb, killPausedMongodb],
  ...[killRedis, pauseRedis, pauseRedis],
];

/** Both stores are killed and paused ten times, with hardly the time to come back in between. */
export const hammer: Fault = {
  name: 'hammer',
  leastMinutes: 4,
  first: true,
  async play(world, chance) {
    for (const blow of chance.shuffled(blows)) {
      await blow(world, chance);
      await pause(chance.between(2_000, 8_000));
    }
    world.log.note('hammer: over');
  },
};

async function withLinks(
  { fleet }: World,
  state: 'cut' | 'stalled' | 'half_open',
  forMs: number,
): Promise<void> {
  const links = fleet.members.map(({ mongodb }) => mongodb);
  for (const link of links) link.become(state);
  await pause(forMs);
  for (const link of links) link.become('open');
}
