/**
 * Stores that die repeatedly. A single outage does not show the same problems, because it hits a fresh installation.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Fault, Rig } from './fault.js';

type Blow = (rig: Rig, chance: Random) => Promise<void>;

/** Kills MongoDB, which restarts by itself and breaks every connection. */
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

/** Kills MongoDB while it is paused, with connections and commands waiting that it has never read. */
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

/** Ten per play, most of them on MongoDB, because it is the source of truth. */
const blows: readonly Blow[] = [
  ...[killMongodb, killMongodb, killMongodb, killMongodb],
  ...[pauseMongodb, pauseMongodb, killPausedMongodb],
  ...[killRedis, pauseRedis, pauseRedis],
];

/** Kills and pauses both stores ten times, with hardly any time to recover in between. */
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
