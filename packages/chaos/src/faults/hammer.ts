/** Stores that die again and again: what a single outage does not show, because everything was fresh when it came. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Fault, Rig } from './fault.js';

type Blow = (rig: Rig, chance: Random) => Promise<void>;

/** MongoDB is killed at once and comes back by itself, with every connection as it happens to break. */
const killMongodb: Blow = async (rig) => {
  rig.log.note('hammer: MongoDB killed');
  if (!rig.mongo.kill()) await withLinks(rig, 'cut', 1_000);
};

const pauseMongodb: Blow = async (rig, chance) => {
  rig.log.note('hammer: MongoDB paused');
  const forMs = chance.between(1_000, 7_000);
  if (!rig.mongo.pause()) return withLinks(rig, 'stalled', forMs);
  await pause(forMs);
  rig.mongo.resume();
};

/** It dies with connections and questions waiting that it never heard of. */
const killPausedMongodb: Blow = async (rig, chance) => {
  rig.log.note('hammer: MongoDB paused, then killed');
  const forMs = chance.between(1_000, 7_000);
  if (!rig.mongo.pause()) return withLinks(rig, 'half_open', forMs);
  await pause(forMs);
  rig.mongo.kill();
};

const killRedis: Blow = async (rig, chance) => {
  rig.log.note('hammer: Redis killed');
  await rig.redis.kill();
  await pause(chance.between(100, 2_000));
  await rig.redis.start();
};

const pauseRedis: Blow = async (rig, chance) => {
  rig.log.note('hammer: Redis paused');
  rig.redis.pause();
  await pause(chance.between(1_000, 7_000));
  rig.redis.resume();
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
  async play(rig, chance) {
    for (const blow of chance.shuffled(blows)) {
      await blow(rig, chance);
      await pause(chance.between(2_000, 8_000));
    }
    rig.log.note('hammer: over');
  },
};

async function withLinks(
  { fleet }: Rig,
  state: 'cut' | 'stalled' | 'half_open',
  forMs: number,
): Promise<void> {
  const links = fleet.members.map(({ mongodb }) => mongodb);
  for (const link of links) link.become(state);
  await pause(forMs);
  for (const link of links) link.become('open');
}
